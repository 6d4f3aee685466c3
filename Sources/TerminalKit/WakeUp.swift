internal import CProcess
internal import Foundation

/// A pipe that interrupts another thread's `poll`.
package final class WakeUp: Sendable {
    package let readEnd: Int32
    let writeEnd: Int32

    package init() throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        guard cprocess_pipe(&ends) == 0 else { throw .systemError(errno) }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends {
            // Neither end ever blocks: one byte is enough to wake the thread.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    package func signal() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    /// Removes the bytes from the pipe.
    func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) > 0 {}
    }
}
