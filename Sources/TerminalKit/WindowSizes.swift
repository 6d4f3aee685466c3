@preconcurrency internal import Dispatch
internal import Foundation

/// Changes of the window's size (SIGWINCH).
package enum WindowSizes {
    /// Returns the sizes from now on. The newest one replaces one that was not read. Only one stream may exist: a
    /// second one takes over the signal.
    package static func changes(of device: TerminalDevice) throws(TerminalError) -> AsyncStream<TerminalSize> {
        let pipe = try WakeUp()
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let source = DispatchSource.makeReadSource(
                fileDescriptor: pipe.readEnd, queue: DispatchQueue(label: "latchkey.terminal.size"))
            source.setEventHandler {
                pipe.clear()
                continuation.yield(device.size)
            }
            source.setCancelHandler { withExtendedLifetime(pipe) {} }
            source.resume()
            target.pointee = pipe.writeEnd
            signal(SIGWINCH, passOn)
            continuation.onTermination = { _ in
                if target.pointee == pipe.writeEnd {
                    signal(SIGWINCH, SIG_DFL)
                    target.pointee = -1
                }
                source.cancel()
            }
        }
    }
}

/// The descriptor that the handler writes to, or -1. A signal handler can only reach globals.
///
/// Proof for `nonisolated(unsafe)`: the pointer never changes. The word at its address is written as a whole, before
/// the handler is installed or after it is removed.
nonisolated(unsafe) private let target: UnsafeMutablePointer<Int32> = {
    let pointer = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    pointer.initialize(to: -1)
    return pointer
}()

/// The signal handler. It calls only `write`, which POSIX allows here, and restores `errno`.
private func passOn(_ signal: Int32) {
    let before = errno
    var byte = UInt8(1)
    _ = write(target.pointee, &byte, 1)
    errno = before
}
