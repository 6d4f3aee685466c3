package import Foundation

extension Data {
    /// Overwrites the bytes for all who share them: to change a copy would leave the secret where it was.
    ///
    /// Only for bytes that nobody reads any more. Up to 14 of them are in the value itself, not shared, and each copy of
    /// it ends with its scope.
    package func overwrite(by wiping: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeBytes { wiping(UnsafeMutableRawBufferPointer(mutating: $0)) }
    }
}
