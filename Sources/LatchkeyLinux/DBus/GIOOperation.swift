internal import CGLib

/// An operation of GIO that ends some time after it began; cancelling the task cancels it.
///
/// Proof for `@unchecked Sendable`: the pointer never changes, the object is counted, and any thread may cancel it
/// (<https://docs.gtk.org/gio/method.Cancellable.cancel.html>).
final class GIOOperation: @unchecked Sendable {
    private typealias End = CallbackBox<@Sendable (OpaquePointer?) -> Void>

    /// What the operation is begun with.
    struct Start {
        let cancellable: UnsafeMutablePointer<GCancellable>?
        let callback: GAsyncReadyCallback
        let data: UnsafeMutableRawPointer
    }

    private let cancellable = g_cancellable_new()

    private init() {}

    deinit { g_object_unref(cancellable) }

    /// Begins an operation on the loop, waits for its end, and returns what it came to.
    ///
    /// - Parameters:
    ///   - loop: Where it begins and ends.
    ///   - begin: Calls GIO's function.
    ///   - end: Calls the function that goes with it, and returns nil when it gave an error.
    static func run<Value: Sendable>(
        on loop: GLibLoop, begin: @escaping @Sendable (Start) -> Void,
        end: @escaping @Sendable (OpaquePointer?, inout UnsafeMutablePointer<GError>?) -> Value?
    ) async throws(DBusError) -> Value {
        let operation = GIOOperation()
        let result: Result<Value, DBusError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let box = End { result in
                    var error: UnsafeMutablePointer<GError>?
                    let value = end(result, &error)
                    continuation.resume(returning: value.map { .success($0) } ?? .failure(DBusError(taking: error)))
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
