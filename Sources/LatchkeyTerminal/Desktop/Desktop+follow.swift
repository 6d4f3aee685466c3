internal import LatchkeyLifecycle

extension Desktop {
    /// Reports the desktop's events until the task is cancelled. Call it in a separate task: the system may not
    /// respond.
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
