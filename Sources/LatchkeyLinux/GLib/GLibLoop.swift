internal import CGLib
internal import Foundation

/// A thread with GLib's main loop, for callbacks. It ends with the object.
final class GLibLoop: Sendable {
    /// Proof for `@unchecked Sendable`: the pointers never change and are retained while they are used. Any thread may
    /// attach to a context and end a loop (<https://docs.gtk.org/glib/struct.MainContext.html>: "thread-safe",
    /// `g_main_loop_quit` likewise).
    private struct Pointers: @unchecked Sendable {
        let context: OpaquePointer?
        let loop: OpaquePointer?
    }

    private typealias Work = CallbackBox<@Sendable () -> Void>

    private let pointers: Pointers

    init() {
        let context = g_main_context_new()
        let pointers = Pointers(context: context, loop: g_main_loop_new(context, 0))
        self.pointers = pointers
        Thread.detachNewThread {
            g_main_context_push_thread_default(pointers.context)
            g_main_loop_run(pointers.loop)
            g_main_context_pop_thread_default(pointers.context)
            g_main_loop_unref(pointers.loop)
            g_main_context_unref(pointers.context)
        }
    }

    deinit {
        let pointers = pointers
        // On the loop: quitting a loop that does not run yet has no effect.
        Self.run(on: pointers) { g_main_loop_quit(pointers.loop) }
    }

    /// Performs the work on the thread, in the order of the calls.
    func run(_ work: @escaping @Sendable () -> Void) { Self.run(on: pointers, work) }

    /// Performs the work on the thread, and returns its result.
    func perform<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in run { continuation.resume(returning: work()) } }
    }

    private static func run(on pointers: Pointers, _ work: @escaping @Sendable () -> Void) {
        g_main_context_invoke_full(
            pointers.context, G_PRIORITY_DEFAULT,
            { data in
                if let data { Work.value(at: data)() }
                // G_SOURCE_REMOVE
                return 0
            }, Work(work).retained, { data in Work.release(data) })
    }
}
