import LatchkeyIdentity
import Logging

/// The dependencies of a process. Only ``ServerParts`` reads it; each service gets what it uses.
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
    /// Wakes the email worker of this process.
    let emailSignal: EmailSignal
    /// The client of the team's provider; nil without one.
    let identity: OpenIDClient?
    let metrics: ServerMetrics
    let logger: Logger
}
