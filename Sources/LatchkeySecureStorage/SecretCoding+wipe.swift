package import Foundation

#if canImport(Darwin)
internal import Darwin
#endif

extension SecretCoding {
    #if canImport(Darwin)
    /// Overwrites the memory with zeros, by a function that the optimizer must not remove (C11, K.3.7.4.1).
    package static func wipe(_ memory: UnsafeMutableRawBufferPointer) {
        guard let start = memory.baseAddress else { return }
        memset_s(start, memory.count, 0, memory.count)
    }
    #else
    /// Overwrites the memory with zeros, by a function that the optimizer does not remove (explicit_bzero(3)).
    package static func wipe(_ memory: UnsafeMutableRawBufferPointer) {
        guard let start = memory.baseAddress else { return }
        explicit_bzero(start, memory.count)
    }
    #endif
}

extension Data {
    /// Overwrites the bytes in the memory that all copies share: changing a copy would leave the secret in place.
    ///
    /// Only for bytes that are not read afterwards. Up to 14 bytes are in the value itself, not shared, and each copy
    /// of them ends with its scope.
    package func overwrite(by wiping: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeBytes { wiping(UnsafeMutableRawBufferPointer(mutating: $0)) }
    }
}
