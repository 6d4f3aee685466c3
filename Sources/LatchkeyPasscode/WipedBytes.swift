internal import LatchkeyCore

/// A few secret bytes outside Swift's copies: allocated once, never changed, wiped before they are freed.
///
/// Proof for `@unchecked Sendable`: the memory is written in `init`, before anyone else can see the object, and in
/// `deinit`, after the last owner has released it; in between it is only read.
final class WipedBytes: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer
    private let watching: @Sendable (UnsafeRawBufferPointer) -> Void

    /// - Parameter watching: For a test: gets the memory once, wiped, after the last owner has released the object.
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
        // `defer`: the optimizer may otherwise free the object, and so wipe the bytes, while `body` still reads them.
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(memory))
    }
}
