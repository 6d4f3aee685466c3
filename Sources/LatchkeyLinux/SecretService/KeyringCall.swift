internal import CGLib

/// A call of a method, before it is made. Making it takes the arguments over, so it is made once.
struct KeyringCall {
    typealias Outcome = Result<VariantReference, KeyringFailure>

    let recipient: String
    let path: String
    let interface: String
    let method: String
    let arguments: [Sent.Value]

    /// Makes the call and waits for its answer, a tuple.
    func make(on bus: ObjectReference, timeout: Int32) throws(KeyringFailure) -> VariantReference {
        let reply = try calling {
            g_dbus_connection_call_sync(
                OpaquePointer(bus.raw), recipient, path, interface, method, Sent.tuple(arguments), nil,
                G_DBUS_CALL_FLAGS_NONE, timeout, nil, $0)
        }
        guard let reply else { throw KeyringFailure(.other, "\(method): no answer") }
        return VariantReference(taking: reply)
    }

    /// Makes the call and wants no answer.
    func tell(on bus: ObjectReference, timeout: Int32) { begin(on: bus, timeout, nil, nil) }

    /// Makes both calls, the second right behind the first, and waits for both answers.
    static func make(
        _ first: Self, then second: Self, on bus: ObjectReference, timeout: Int32
    ) -> (first: Outcome, second: Outcome) {
        // GLib calls back only while this waits, and on this thread.
        let context = g_main_context_new()
        defer { g_main_context_unref(context) }
        let (one, other) = (KeyringAnswer(), KeyringAnswer())
        g_main_context_push_thread_default(context)
        first.begin(on: bus, timeout, KeyringAnswer.end, one.retained)
        second.begin(on: bus, timeout, KeyringAnswer.end, other.retained)
        g_main_context_pop_thread_default(context)
        while true {
            if let first = one.outcome, let second = other.outcome { return (first, second) }
            g_main_context_iteration(context, 1)
        }
    }

    private func begin(
        on bus: ObjectReference, _ timeout: Int32, _ end: GAsyncReadyCallback?, _ answer: UnsafeMutableRawPointer?
    ) {
        g_dbus_connection_call(
            OpaquePointer(bus.raw), recipient, path, interface, method, Sent.tuple(arguments), nil,
            G_DBUS_CALL_FLAGS_NONE, timeout, nil, end, answer)
    }
}

extension KeyringCall {
    /// A call of the bus itself.
    init(toBus method: String, _ arguments: [Sent.Value]) {
        self.init(
            recipient: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: method, arguments: arguments)
    }
}
