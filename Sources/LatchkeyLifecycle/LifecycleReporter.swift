/// Calls an observer that must not wait, such as the lock, at each event where it is reported.
///
/// No app has it: whatever else heard of an event here could block, and keep the lock from hearing of the next one.
package protocol LifecycleReporter: AppLifecycleProtocol {
    /// Calls both at each report from now on, until the registration is cancelled or the object goes away, on the
    /// thread that reports and before the report returns.
    ///
    /// - Parameters:
    ///   - note: Hears of each event, in their order and before any handler runs. It must not block, nor call code of
    ///     the app's, since other reports wait for it.
    ///   - afterwards: Runs once for each report, after all have noted it. No report waits for it but the present one.
    @discardableResult
    func onReport(
        _ note: @escaping @Sendable (LifecycleEvent) -> Void, afterwards: @escaping @Sendable () -> Void
    ) -> LifecycleRegistration
}
