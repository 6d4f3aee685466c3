#if !canImport(Darwin)
#if canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

extension SecretCoding {
    /// Overwrites the memory with zeros, by a function that the optimizer does not drop (explicit_bzero(3)).
    package static func wipe(_ memory: UnsafeMutableRawBufferPointer) {
        guard let start = memory.baseAddress else { return }
        explicit_bzero(start, memory.count)
    }
}
#endif
