internal import Foundation
internal import LatchkeyCore

/// A pipe that passes signals from the handler to a reader.
///
/// It uses a handler, which ends at `exec`. `signalfd` requires blocked signals, which programs that this process
/// starts, such as an editor, would inherit.
final class SignalPipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32
    private let former: [Int32: LockedValue<sigaction>]

    init(signals: [Int32]) throws(POSIXSignalLifecycleError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .systemError(errno) }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends {
            // The handler must never wait, even if the pipe is not read.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        guard claim(writeEnd) else {
            Foundation.close(readEnd)
            Foundation.close(writeEnd)
            throw .alreadyStarted
        }
        former = Dictionary(uniqueKeysWithValues: signals.map { ($0, LockedValue(install(passOn, for: $0))) })
    }

    /// Returns the signals that arrived, in order.
    func read() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = bytes.withUnsafeMutableBytes { Foundation.read(readEnd, $0.baseAddress, $0.count) }
        return count > 0 ? bytes.prefix(count).map(Int32.init) : []
    }

    /// Applies the signal's default action to the process. Returns if the process continues.
    func raiseWithDefaultAction(_ signal: Int32) {
        let mine = install(SIG_DFL, for: signal)
        // Sent to this thread, and not blocked there: it takes effect before `raise` returns.
        var set = sigset_t()
        var old = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, &old)
        raise(signal)
        pthread_sigmask(SIG_SETMASK, &old, nil)
        reinstall(mine, for: signal)
    }

    /// Restores the previous actions of the signals.
    func restore() {
        for (signal, action) in former { reinstall(action.withLock { $0 }, for: signal) }
        claims.withLock { _ in target.pointee = -1 }
    }

    /// Closes the pipe. Call it only after ``restore()``, when the pipe is no longer read.
    func close() {
        Foundation.close(writeEnd)
        Foundation.close(readEnd)
    }
}

/// The descriptor that the handler writes to, or -1. A signal handler can only reach globals.
///
/// Proof for `nonisolated(unsafe)`: the pointer never changes. The word at its address is written only under
/// ``claims``, before the handler is installed and after it is removed.
nonisolated(unsafe) private let target: UnsafeMutablePointer<Int32> = {
    let pointer = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    pointer.initialize(to: -1)
    return pointer
}()

private let claims = LockedValue(())

private func claim(_ descriptor: Int32) -> Bool {
    claims.withLock { _ in
        guard target.pointee == -1 else { return false }
        target.pointee = descriptor
        return true
    }
}

/// The signal handler. It calls only `write`, which POSIX allows here, and preserves `errno`.
private func passOn(_ signal: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = write(target.pointee, &byte, 1)
    errno = before
}
