/// Something that notices how the app comes and goes: scene phases, notifications, a session manager, signals.
public protocol LifecycleSource: Sendable {
    /// Begins to report, and returns once nothing can be missed any more. Ends when the registration is cancelled.
    func start(reportingTo lifecycle: AppLifecycleManager) async throws -> LifecycleRegistration
}
