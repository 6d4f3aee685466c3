#if canImport(Darwin)
import Foundation

/// The limit on the size of files.
let fileSize = RLIMIT_FSIZE
#endif
