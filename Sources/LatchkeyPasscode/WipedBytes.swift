internal import LatchkeyCore

/// Secret bytes that are allocated once, never changed, and wiped before they are freed.
///
/// Proof for `@unchecked Sendable`: the memory is written only in `init`, before the object is shared, and in `deinit`,
/// after its last owner released it. In between it is only read.
final class WipedBytes: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer
    private let watching: @Sendable (UnsafeRawBufferPointer) -> Void

    /// - Parameter watching: For tests: receives the wiped memory once, after the last owner released the object.
    init(
        copying source: some Collection<UInt8>,
        watching: @escaping @Sendable (UnsafeRawBufferPointer) -> Void = { _ in }
    ) {
        self.watching = watching
        memory = .allocate(byteCount: source.count, alignment: 1)
        memory.copyBytes(from: source)
    }

    deinit {
        wipe(memory)
        watching(UnsafeRawBufferPointer(memory))
        memory.deallocate()
    }

    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        // `defer`: otherwise the optimizer may free the object, and so wipe the bytes, while `body` reads them.
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(memory))
    }
}
