package import Foundation

extension Data {
    /// Overwrites the bytes in every value that shares them: changing a copy would leave the secret in memory.
    ///
    /// Only for bytes that are no longer read. Up to 14 bytes are in the value itself, not shared, and each copy of it
    /// ends with its scope.
    package func overwrite(by wiping: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeBytes { wiping(UnsafeMutableRawBufferPointer(mutating: $0)) }
    }
}
