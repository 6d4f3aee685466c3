#if canImport(Darwin)
internal import Darwin

private func explicit_bzero(_ start: UnsafeMutableRawPointer, _ count: Int) { memset_s(start, count, 0, count) }
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Overwrites the memory with zeros.
///
/// Setting the bytes in a loop or with `memset` just before they are freed is a dead store, which the optimizer
/// removes. C11 (K.3.7.4.1) requires `memset_s` to write even then. The compiler does not know `explicit_bzero` (glibc
/// 2.25, musl 1.1.20), and must assume that its result is read.
package func wipe(_ memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress else { return }
    explicit_bzero(start, memory.count)
}
