internal import CGLib

/// An asynchronous operation of GIO. Cancelling the task cancels it.
///
/// Proof for `@unchecked Sendable`: the pointer never changes and retains the object, which any thread may cancel
/// (<https://docs.gtk.org/gio/method.Cancellable.cancel.html>).
final class GIOOperation: @unchecked Sendable {
    private typealias End = CallbackBox<@Sendable (OpaquePointer?) -> Void>

    /// The arguments of GIO's function.
    struct Start {
        let cancellable: UnsafeMutablePointer<GCancellable>?
        let callback: GAsyncReadyCallback
        let data: UnsafeMutableRawPointer
    }

    private let cancellable = g_cancellable_new()

    private init() {}

    deinit { g_object_unref(cancellable) }

    /// Starts an operation on the loop, and returns its result.
    ///
    /// - Parameters:
    ///   - loop: The loop that calls both closures.
    ///   - begin: Calls GIO's function.
    ///   - end: Calls the corresponding finish function.
    static func run<Value: Sendable>(
        on loop: GLibLoop, begin: @escaping @Sendable (Start) -> Void,
        end: @escaping @Sendable (OpaquePointer?, inout UnsafeMutablePointer<GError>?) -> Value?
    ) async throws(GLibError) -> Value? {
        let operation = GIOOperation()
        let result: Result<Value?, GLibError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let box = End { result in
                    var error: UnsafeMutablePointer<GError>?
                    let value = end(result, &error)
                    continuation.resume(returning: error.map { .failure(GLibError(taking: $0)) } ?? .success(value))
                }
                loop.run {
                    begin(
                        Start(
                            cancellable: operation.cancellable,
                            callback: { _, result, data in if let data { End.take(data)(result) } },
                            data: box.retained))
                }
            }
        } onCancel: {
            g_cancellable_cancel(operation.cancellable)
        }
        return try result.get()
    }
}
