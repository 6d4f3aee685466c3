import Foundation
import LatchkeyLifecycle

/// `lifecycle`, `lifecycle hanging`, `lifecycle cancelled`: prints lifecycle events until a signal ends it.
struct LifecycleCommand {
    let arguments: [String]

    func run() async throws {
        let lifecycle = AppLifecycleManager(initialState: .active)
        for event in LifecycleEvent.allCases {
            lifecycle.on(event) {
                // Long enough to detect a stop or an end that does not wait for handlers.
                for _ in 0..<20_000 { await Task.yield() }
                Child.say(event.rawValue)
            }
        }
        if arguments == ["hanging"] {
            lifecycle.onTerminate { await Self.never() }
        }
        let registration = try POSIXSignalLifecycleSource().start(reportingTo: lifecycle)
        if arguments == ["cancelled"] { registration.cancel() }
        do {
            _ = try POSIXSignalLifecycleSource().start(reportingTo: lifecycle)
            Child.say("second source started")
        } catch {
            Child.say("ready")
        }
        await Self.never()
    }

    private static func never() async {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
}
