import LatchkeyIdentity
import Logging

/// All that a process gives to its services. Only ``ServerParts`` uses it: each service gets what it uses.
struct Dependencies: Sendable {
    let settings: Settings
    let files: ServerFiles
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
    /// Nil where no provider signs in.
    let identity: OpenIDClient?
    let metrics: ServerMetrics
    let logger: Logger
}
