#if canImport(Darwin)
internal import Darwin

extension SecretCoding {
    /// Overwrites the memory with zeros, by a function that the optimizer must not drop (C11, K.3.7.4.1).
    package static func wipe(_ memory: UnsafeMutableRawBufferPointer) {
        guard let start = memory.baseAddress else { return }
        memset_s(start, memory.count, 0, memory.count)
    }
}
#endif
