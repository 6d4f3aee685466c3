#if !canImport(Darwin)
#if canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Overwrites the memory with zeros.
///
/// Setting the bytes in a loop or with `memset` just before they are freed is a dead store, which the optimizer drops.
/// `explicit_bzero` (glibc 2.25, musl 1.1.20) is made for this: the compiler does not know the function, so it must
/// assume that somebody reads the result.
package func wipe(_ memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress else { return }
    explicit_bzero(start, memory.count)
}
#endif
