@preconcurrency internal import Dispatch
internal import Foundation
internal import LatchkeyCore

/// Follows a terminal's job control: Ctrl-Z and `fg` (SIGTSTP, SIGCONT), a closed terminal (SIGHUP), `kill` (SIGTERM).
///
/// The app goes to the background, its handlers run to their end, and only then the process stops or ends, by the same
/// signal, so that its parent sees the true reason. A SIGTERM while handlers run ends it at once; a SIGHUP does not,
/// since the system sends two when a terminal is closed. After a stop that gave no notice (SIGSTOP) the app passes
/// through the background as it continues. Only one such source can report at a time in a process, since signals belong
/// to the process.
public struct POSIXSignalLifecycleSource: LifecycleSource {
    /// A source that reports nothing before it is started.
    public init() {}

    /// Takes the four signals over; they get their former meaning back when the registration is cancelled.
    ///
    /// Throws ``POSIXSignalLifecycleError`` when another such source reports, or there are no descriptors left.
    public func start(reportingTo lifecycle: AppLifecycleManager) throws -> LifecycleRegistration {
        let pipe = try SignalPipe(signals: [SIGTSTP, SIGCONT, SIGHUP, SIGTERM])
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        let isEnding = LockedValue(false)
        let source = DispatchSource.makeReadSource(
            fileDescriptor: pipe.readEnd, queue: DispatchQueue(label: "latchkey.lifecycle.signals"))
        source.setEventHandler {
            // The handler keeps its source until that is cancelled, whatever becomes of the registration.
            withExtendedLifetime(source) {
                for signal in pipe.read() {
                    // Handlers that hang must not make the process immortal.
                    if Self.endings.contains(signal), isEnding.set(), signal == SIGTERM {
                        pipe.raiseWithDefaultAction(signal)
                    }
                    continuation.yield(signal)
                }
            }
        }
        source.setCancelHandler { pipe.close() }
        source.resume()
        let task = Task {
            var control = JobControl(lifecycle: lifecycle, raise: pipe.raiseWithDefaultAction)
            for await signal in stream { await control.handle(signal) }
        }
        let isCancelled = LockedValue(false)
        return LifecycleRegistration {
            // Once: a second cancel must not end what another source has begun since.
            guard !isCancelled.set() else { return }
            pipe.restore()
            source.cancel()
            continuation.finish()
            task.cancel()
        }
    }

    private static let endings: Set<Int32> = [SIGHUP, SIGTERM]
}

extension LockedValue<Bool> {
    /// Makes it true, and returns whether it was before.
    fileprivate func set() -> Bool {
        withLock { value in
            defer { value = true }
            return value
        }
    }
}

/// Why signals cannot be followed.
public enum POSIXSignalLifecycleError: Error, Hashable, Sendable {
    /// Another source of this process follows them.
    case alreadyStarted
    /// The system refused, with this `errno`.
    case systemError(Int32)
}
