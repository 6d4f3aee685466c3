#if os(Linux)
internal import Foundation

extension ProcessHardening {
    /// The limit on core files, which glibc declares as an enumeration and musl as a number.
    static let coreFiles = __rlimit_resource_t(RLIMIT_CORE.rawValue)
}
#endif
