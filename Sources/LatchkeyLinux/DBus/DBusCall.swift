internal import CGLib

/// A call of a method of an object's interface, not yet sent.
struct DBusCall: Sendable {
    /// The values of a reply, or the reason that there is none.
    typealias Outcome = Result<[DBusValue], GLibError>

    /// The common timeout of D-Bus libraries.
    static let defaultTimeout = Duration.seconds(25)

    let recipient: String
    let path: String
    let interface: String
    let method: String
    let arguments: [DBusArgument]
    /// The longest wait for the reply.
    var timeout = defaultTimeout

    /// Converts to a timeout of GLib.
    static func milliseconds(_ timeout: Duration) -> Int32 {
        Int32(clamping: Int64(max(timeout / .milliseconds(1), 1)))
    }

    private var milliseconds: Int32 { Self.milliseconds(timeout) }

    /// The arguments as a GLib value, with a floating reference.
    private var tuple: OpaquePointer? {
        let values = arguments.map(\.raw)
        return g_variant_new_tuple(values, gsize(values.count))
    }

    /// Sends the call and returns its reply. Cancelling the task stops the wait; the recipient may still perform the
    /// call.
    func send(on connection: DBusConnection) async throws(DBusError) -> DBusReply {
        try await DBusError.map { () async throws(GLibError) in
            try await GIOOperation.run(on: connection.loop) { start in
                g_dbus_connection_call_with_unix_fd_list(
                    connection.raw, recipient, path, interface, method, tuple, nil, G_DBUS_CALL_FLAGS_NONE,
                    milliseconds, nil, start.cancellable, start.callback, start.data)
            } end: { result, error in
                var list: UnsafeMutablePointer<GUnixFDList>?
                let reply = g_dbus_connection_call_with_unix_fd_list_finish(connection.raw, &list, result, &error)
                let descriptors = DBusDescriptor.all(taking: list)
                guard let reply else { return nil }
                defer { g_variant_unref(reply) }
                return DBusReply(values: DBusValue(reply).items, descriptors: descriptors)
            }
        }
    }

    /// Sends the call and blocks the thread until its reply.
    func sendAndWait(on connection: ObjectReference) throws(GLibError) -> [DBusValue] {
        let reply = try GLibError.check {
            g_dbus_connection_call_sync(
                OpaquePointer(connection.raw), recipient, path, interface, method, tuple, nil, G_DBUS_CALL_FLAGS_NONE,
                milliseconds, nil, $0)
        }
        return Self.values(taking: reply)
    }

    /// Sends both calls, the second right after the first, and blocks the thread until both replies.
    static func sendAndWait(
        _ first: DBusCall, then second: DBusCall, on connection: ObjectReference
    ) -> (first: Outcome, second: Outcome) {
        // GLib calls back only on this thread, and only during an iteration.
        let context = g_main_context_new()
        defer { g_main_context_unref(context) }
        let (one, other) = (Reply(), Reply())
        g_main_context_push_thread_default(context)
        first.begin(on: connection, Reply.callback, one.retained)
        second.begin(on: connection, Reply.callback, other.retained)
        g_main_context_pop_thread_default(context)
        while true {
            if let first = one.outcome, let second = other.outcome { return (first, second) }
            g_main_context_iteration(context, 1)
        }
    }

    /// Sends the call and ignores its reply.
    func sendOnly(on connection: ObjectReference) { begin(on: connection, nil, nil) }

    private func begin(
        on connection: ObjectReference, _ callback: GAsyncReadyCallback?, _ data: UnsafeMutableRawPointer?
    ) {
        g_dbus_connection_call(
            OpaquePointer(connection.raw), recipient, path, interface, method, tuple, nil, G_DBUS_CALL_FLAGS_NONE,
            milliseconds, nil, callback, data)
    }

    private static func values(taking reply: OpaquePointer?) -> [DBusValue] {
        guard let reply else { return [] }
        defer { g_variant_unref(reply) }
        return DBusValue(reply).items
    }

    /// A receiver of a reply or a timeout: GLib always calls back.
    private final class Reply {
        static let callback: GAsyncReadyCallback = { connection, result, reply in
            guard let reply else { return }
            Unmanaged<Reply>.fromOpaque(reply).takeRetainedValue().outcome = Result { () throws(GLibError) in
                let reply = try GLibError.check {
                    g_dbus_connection_call_finish(connection.map { OpaquePointer($0) }, result, $0)
                }
                return DBusCall.values(taking: reply)
            }
        }

        private(set) var outcome: Outcome?

        /// A pointer that retains this object until the callback.
        var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
    }
}

extension DBusCall {
    /// A call of the bus itself.
    init(toBus method: String, _ arguments: DBusArgument..., timeout: Duration = defaultTimeout) {
        self.init(
            recipient: DBusPeer.busName, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: method, arguments: arguments, timeout: timeout)
    }
}

/// The reply to a call.
struct DBusReply: Sendable {
    let values: [DBusValue]
    /// The descriptors of the reply, closed with the last reference.
    let descriptors: [DBusDescriptor]

    /// Returns the first value. Throws `.unexpectedResponse` if it is not a string.
    func string() throws(DBusError) -> String {
        guard let text = values.first?.string else { throw .unexpectedResponse }
        return text
    }

    /// Returns the first value. Throws `.unexpectedResponse` if it is not a descriptor.
    func descriptor() throws(DBusError) -> DBusDescriptor {
        guard case .handle(let index)? = values.first, descriptors.indices.contains(index) else {
            throw .unexpectedResponse
        }
        return descriptors[index]
    }
}
