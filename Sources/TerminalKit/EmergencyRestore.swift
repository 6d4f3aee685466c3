internal import Foundation
internal import LatchkeyCore

/// Restores the terminal before the process dies of a signal without a handler, such as a crash or `kill -INT`.
///
/// SIGHUP, SIGTERM and SIGTSTP are left to the app.
enum EmergencyRestore {
    static let signals = [SIGINT, SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE]

    /// Restores these settings and writes this text on such a death, until ``disarm()``. The handlers stay installed
    /// afterwards, and then only let the process die.
    static func arm(descriptor: Int32, settings: termios, leaveSequence: String) {
        arming.withLock { _ in
            let note = note
            note.pointee.isArmed = false
            // Read only by the handler; a few bytes, never freed.
            if note.pointee.text == nil || note.pointee.leaveSequence != leaveSequence {
                note.pointee.text = UnsafePointer(strdup(leaveSequence))
                note.pointee.length = leaveSequence.utf8.count
                note.pointee.leaveSequence = leaveSequence
            }
            note.pointee.descriptor = descriptor
            note.pointee.settings = settings
            note.pointee.isArmed = true
            for signal in signals { Foundation.signal(signal, restoreAndDie) }
        }
    }

    /// Ends ``arm(descriptor:settings:leaveSequence:)``. Call it when the terminal is restored.
    static func disarm() { arming.withLock { _ in note.pointee.isArmed = false } }
}

private struct Restoration {
    var isArmed = false
    var descriptor: Int32 = -1
    var settings = termios()
    var text: UnsafePointer<CChar>?
    var length = 0
    /// For comparison only: the handler does not read it.
    var leaveSequence = ""
}

private let arming = LockedValue(())

/// The handler's data: a signal handler can only reach globals.
///
/// Proof for `nonisolated(unsafe)`: the pointer never changes. Its memory is written only under ``arming``, and the
/// handler reads it only while `isArmed` is true, which is set last and cleared first.
nonisolated(unsafe) private let note: UnsafeMutablePointer<Restoration> = {
    let pointer = UnsafeMutablePointer<Restoration>.allocate(capacity: 1)
    pointer.initialize(to: Restoration())
    return pointer
}()

/// The handler: calls only what POSIX allows in one (`man 7 signal-safety`: write, tcgetpgrp, getpgrp, tcsetattr,
/// signal, raise).
private func restoreAndDie(_ signal: Int32) {
    if note.pointee.isArmed {
        note.pointee.isArmed = false
        let descriptor = note.pointee.descriptor
        // In the background this would stop the process (SIGTTOU), and another job owns the terminal by then.
        let foreground = tcgetpgrp(descriptor)
        if foreground < 0 || foreground == getpgrp() {
            _ = write(descriptor, note.pointee.text, note.pointee.length)
            // Typed digits that were not read must not reach the shell.
            tcsetattr(descriptor, TCSAFLUSH, &note.pointee.settings)
        }
    }
    Foundation.signal(signal, SIG_DFL)
    // Blocked while this handler runs: delivered when it returns.
    raise(signal)
}
