internal import Foundation
internal import LatchkeyCore

/// Turns signals into bytes that are read outside of the signal handler.
///
/// A handler, rather than ignoring the signals and reading them from a `signalfd`: what is ignored or blocked stays so
/// in the programs that this one starts, an editor for instance, while a handler ends at `exec`.
final class SignalPipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32
    private let former: [Int32: LockedValue<sigaction>]

    init(signals: [Int32]) throws(POSIXSignalLifecycleError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .systemError(errno) }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends {
            // The handler must never wait, not even when the pipe is not read.
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

    /// The signals that arrived, in the order of their bytes.
    func read() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = bytes.withUnsafeMutableBytes { Foundation.read(readEnd, $0.baseAddress, $0.count) }
        return count > 0 ? bytes.prefix(count).map(Int32.init) : []
    }

    /// Lets the signal do to the process what it does to one that does not care, and returns if the process goes on.
    func raiseWithDefaultAction(_ signal: Int32) {
        let mine = install(SIG_DFL, for: signal)
        // To this thread, and not blocked there: it has happened when `raise` returns.
        var set = sigset_t()
        var old = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, &old)
        raise(signal)
        pthread_sigmask(SIG_SETMASK, &old, nil)
        reinstall(mine, for: signal)
    }

    /// Gives the signals their former meaning back.
    func restore() {
        for (signal, action) in former { reinstall(action.withLock { $0 }, for: signal) }
        claims.withLock { _ in target.pointee = -1 }
    }

    /// Call it only after ``restore()``, and when the pipe is no longer read.
    func close() {
        Foundation.close(writeEnd)
        Foundation.close(readEnd)
    }
}

/// The descriptor that the handler writes to, or -1. A signal handler can be given nothing but a global.
///
/// Proof for `nonisolated(unsafe)`: the pointer never changes, and the word behind it is written under ``claims`` only,
/// before the handler is installed and after it is gone.
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

/// The handler: nothing but `write`, which POSIX allows here, and leaves `errno` as it was.
private func passOn(_ signal: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = write(target.pointee, &byte, 1)
    errno = before
}
