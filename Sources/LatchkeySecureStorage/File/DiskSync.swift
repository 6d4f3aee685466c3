#if canImport(Darwin)
internal import Darwin
#else
internal import Foundation
#endif

#if canImport(Darwin)
/// Writes a file or a directory through to the disk.
///
/// `fsync` of Darwin ends at the drive's own cache. `F_FULLFSYNC` also flushes that, where the file system supports it.
func syncToDisk(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0 }
#else
/// Writes a file or a directory through to the disk.
func syncToDisk(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 }
#endif
