#if canImport(Darwin)
internal import Darwin

/// Overwrites the memory with zeros.
///
/// Setting the bytes in a loop or with `memset` just before they are freed is a dead store, which the optimizer drops.
/// C11 (K.3.7.4.1) obliges `memset_s` to write even then.
package func wipe(_ memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress else { return }
    memset_s(start, memory.count, 0, memory.count)
}
#endif
