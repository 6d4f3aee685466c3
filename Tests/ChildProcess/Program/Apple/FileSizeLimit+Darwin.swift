#if canImport(Darwin)
import Foundation

/// The resource for the limit on file sizes.
let fileSize = RLIMIT_FSIZE
#endif
