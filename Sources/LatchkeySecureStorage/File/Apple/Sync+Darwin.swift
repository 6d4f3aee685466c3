#if canImport(Darwin)
internal import Darwin

/// Brings a file or a directory to the disk.
///
/// `fsync` of Darwin ends at the drive's own cache; `F_FULLFSYNC` empties that too, where the file system knows it.
func syncToDisk(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0 }
#endif
