#if os(Linux)
import Foundation

/// The limit on the size of files, which glibc declares as an enumeration and musl as a number.
let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#endif
