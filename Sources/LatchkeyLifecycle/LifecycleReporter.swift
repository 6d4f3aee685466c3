/// A lifecycle that calls synchronous observers, such as the lock, when an event is reported.
///
/// Not public: an app's observer could block, and delay the lock's next event.
package protocol LifecycleReporter: AppLifecycleProtocol {
    /// Registers both functions for each report, until the registration is cancelled or the object is released. They
    /// are called on the reporting thread, before the report returns.
    ///
    /// - Parameters:
    ///   - note: Receives each event, in order and before any handler runs. It must neither block nor call the app's
    ///     code, since other reports wait for it.
    ///   - afterwards: Runs once for each report, after all observers have noted it. Only the current report waits for
    ///     it.
    @discardableResult
    func onReport(
        _ note: @escaping @Sendable (LifecycleEvent) -> Void, afterwards: @escaping @Sendable () -> Void
    ) -> LifecycleRegistration
}
