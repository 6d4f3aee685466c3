package import Foundation

extension Data {
    /// Overwrites the bytes in the memory that all copies share. Changing a copy would leave the secret in memory.
    ///
    /// Only for bytes that are not read afterwards. Up to 14 bytes are stored in the value itself, not shared, and each
    /// copy ends with its scope.
    package func overwrite(by wiping: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeBytes { wiping(UnsafeMutableRawBufferPointer(mutating: $0)) }
    }
}
