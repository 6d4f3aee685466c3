/// A source of lifecycle reports, such as scene phases, notifications, a session manager or signals.
public protocol LifecycleSource: Sendable {
    /// Starts reporting, and returns once no event can be missed. Reporting ends when the registration is cancelled.
    func start(reportingTo lifecycle: AppLifecycleManager) async throws -> LifecycleRegistration
}
