@preconcurrency internal import Dispatch
public import Foundation
internal import LatchkeyCore

/// The lifecycle of a terminal program, from signals: Ctrl-Z and `fg` (SIGTSTP, SIGCONT), a closed terminal (SIGHUP)
/// and `kill` (SIGTERM).
///
/// The app goes to the background and its handlers finish before the process stops or ends. It does so by the same
/// signal, so that its parent sees the true reason. SIGTERM ends the process immediately while handlers run; SIGHUP
/// does not, since the system sends it twice when a terminal closes. After a stop without notice (SIGSTOP) the app
/// passes through the background when it continues. Since signals belong to the process, only one such source can
/// report at a time.
public struct POSIXSignalLifecycleSource: LifecycleSource {
    /// Creates a source that is not started.
    public init() {}

    /// Installs handlers for the four signals, until the registration is cancelled.
    ///
    /// Throws ``POSIXSignalLifecycleError`` if another such source reports, or no descriptors are left.
    public func start(reportingTo lifecycle: AppLifecycleManager) throws -> LifecycleRegistration {
        let pipe = try SignalPipe(signals: [SIGTSTP, SIGCONT, SIGHUP, SIGTERM])
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        let isEnding = LockedValue(false)
        let source = DispatchSource.makeReadSource(
            fileDescriptor: pipe.readEnd, queue: DispatchQueue(label: "latchkey.lifecycle.signals"))
        source.setEventHandler {
            // The handler retains its source until then, even if the registration is released.
            withExtendedLifetime(source) {
                for signal in pipe.read() {
                    // Handlers that hang must not keep the process alive.
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
            // Once: a second cancel must not end what another source has since started.
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
    /// Sets it to true, and returns the previous value.
    fileprivate func set() -> Bool {
        withLock { value in
            defer { value = true }
            return value
        }
    }
}

/// The reason that signals cannot be observed.
public enum POSIXSignalLifecycleError: Error, Hashable, Sendable {
    /// Another source of this process observes them.
    case alreadyStarted
    /// A system call failed with this `errno`.
    case systemError(Int32)
}

extension POSIXSignalLifecycleError: LocalizedError {
    /// The reason in English, for logs.
    public var errorDescription: String? {
        switch self {
        case .alreadyStarted: "Another source of this process observes its signals. Start only one."
        case .systemError(let code): "Signals cannot be observed: \(String(cString: strerror(code)))."
        }
    }
}
