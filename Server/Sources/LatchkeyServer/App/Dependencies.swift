import Logging

/// What the services are made of; put together once, in `Application+build.swift`.
struct Dependencies: Sendable {
    let settings: Settings
    let publicAddress: PublicAddress
    let store: any Store
    let clock: any WallClock
    let random: any RandomSource
    let sealer: Sealer
    let digester: TokenDigester
    let hasher: any PasscodeHasher
    let workers: KDFWorkers
    /// Wakes the outbox worker of this process.
    let mailSignal: MailSignal
    let metrics: ServerMetrics
    let logger: Logger

    /// 128 random bits in hexadecimal, for what is not secret.
    func makeID() -> String { HexText.encode(random.bytes(16)) }
}
