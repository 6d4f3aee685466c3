#if os(Linux)
import Foundation

/// The resource for the limit on file sizes. glibc declares an enumeration, musl a number.
let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#endif
