#if canImport(Darwin)
internal import Foundation

extension ProcessHardening {
    /// The limit on core files.
    static let coreFiles = RLIMIT_CORE
}
#endif
