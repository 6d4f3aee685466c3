internal import LatchkeyLifecycle

extension Desktop {
    /// Reports what the desktop does until the task is cancelled. Call it in a task of its own: the system may not
    /// answer.
    static func followUntilCancelled(reportingTo lifecycle: AppLifecycleManager) async {
        let registration = await follow(reportingTo: lifecycle)
        let (never, end) = AsyncStream.makeStream(of: Never.self)
        await withTaskCancellationHandler {
            for await _ in never {}
        } onCancel: {
            end.finish()
        }
        registration.cancel()
    }
}
