internal import Foundation

/// Gives the terminal back when the process is about to die of a signal that nobody handles: a crash, or `kill -INT`.
///
/// SIGHUP, SIGTERM and SIGTSTP are not among them: `POSIXSignalLifecycleSource` follows those.
enum EmergencyRestore {
    static let signals = [SIGINT, SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE]

    /// From now on, until ``disarm()``, these settings are put back and these bytes written before such a death. The
    /// handlers stay afterwards, and do nothing but let the process die.
    static func arm(descriptor: Int32, settings: termios, farewell: String) {
        arming.withLock { _ in
            let note = note
            note.pointee.isArmed = false
            // Only there to be read by the handler; a few bytes for as long as the process lives.
            if note.pointee.text == nil || note.pointee.farewell != farewell {
                note.pointee.text = UnsafePointer(strdup(farewell))
                note.pointee.length = farewell.utf8.count
                note.pointee.farewell = farewell
            }
            note.pointee.descriptor = descriptor
            note.pointee.settings = settings
            note.pointee.isArmed = true
            for signal in signals { Foundation.signal(signal, restoreAndDie) }
        }
    }

    /// The terminal has been given back.
    static func disarm() { arming.withLock { _ in note.pointee.isArmed = false } }
}

private struct Restoration {
    var isArmed = false
    var descriptor: Int32 = -1
    var settings = termios()
    var text: UnsafePointer<CChar>?
    var length = 0
    /// For comparing only: the handler does not touch it.
    var farewell = ""
}

private let arming = Guarded(())

/// What the handler reads. A signal handler can be given nothing but a global.
///
/// Proof for `nonisolated(unsafe)`: the pointer never changes; what is behind it is written under ``arming`` only, and the
/// handler reads it only while it is armed, which is set last and cleared first.
nonisolated(unsafe) private let note: UnsafeMutablePointer<Restoration> = {
    let pointer = UnsafeMutablePointer<Restoration>.allocate(capacity: 1)
    pointer.initialize(to: Restoration())
    return pointer
}()

/// The handler: nothing but what POSIX allows in one (`man 7 signal-safety`: write, tcgetpgrp, getpgrp, tcsetattr, signal,
/// raise).
private func restoreAndDie(_ signal: Int32) {
    if note.pointee.isArmed {
        note.pointee.isArmed = false
        let descriptor = note.pointee.descriptor
        // From the background it would stop the process (SIGTTOU), and the terminal is another's by then.
        let foreground = tcgetpgrp(descriptor)
        if foreground < 0 || foreground == getpgrp() {
            _ = write(descriptor, note.pointee.text, note.pointee.length)
            tcsetattr(descriptor, TCSANOW, &note.pointee.settings)
        }
    }
    Foundation.signal(signal, SIG_DFL)
    // Blocked while this handler runs: it comes as soon as that returns.
    raise(signal)
}
