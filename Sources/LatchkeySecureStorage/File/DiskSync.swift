#if canImport(Darwin)
internal import Darwin
#else
internal import Foundation
#endif

#if canImport(Darwin)
/// Flushes a file or directory to the disk.
///
/// Darwin's `fsync` stops at the drive's cache. `F_FULLFSYNC` also flushes the cache, if the file system supports it.
func syncToDisk(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0 }
#else
/// Flushes a file or directory to the disk.
func syncToDisk(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 }
#endif
