#if !canImport(Darwin)
internal import Foundation

/// Brings a file or a directory to the disk.
func syncToDisk(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 }
#endif
