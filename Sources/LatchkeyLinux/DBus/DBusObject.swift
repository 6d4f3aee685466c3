internal import CGLib

/// One interface of an object of a process.
struct DBusObject: Sendable {
    /// How long an answer may take: what libraries of D-Bus commonly wait.
    static let timeout = Duration.seconds(25)

    let peer: DBusPeer
    let path: String
    let interface: String

    /// Calls the method, and waits for the answer. Cancelling the task gives the answer up; the other side may do what
    /// was asked all the same.
    func call(
        _ method: String, _ arguments: DBusArgument..., timeout: Duration = timeout
    ) async throws(DBusError) -> DBusReply {
        try await GIOOperation.run(on: peer.connection.loop) { [peer, path, interface] start in
            let values: [OpaquePointer?] = arguments.map(\.floating)
            g_dbus_connection_call_with_unix_fd_list(
                peer.connection.raw, peer.name, path, interface, method,
                g_variant_new_tuple(values, gsize(values.count)),
                nil, G_DBUS_CALL_FLAGS_NONE, Int32(timeout / .milliseconds(1)), nil, start.cancellable,
                start.callback, start.data)
        } end: { [peer] result, error in
            var list: UnsafeMutablePointer<GUnixFDList>?
            let reply = g_dbus_connection_call_with_unix_fd_list_finish(peer.connection.raw, &list, result, &error)
            let descriptors = Self.descriptors(taking: list)
            guard let reply else { return nil }
            defer { g_variant_unref(reply) }
            return DBusReply(values: DBusValue(reply).items, descriptors: descriptors)
        }
    }

    private static func descriptors(taking list: UnsafeMutablePointer<GUnixFDList>?) -> [DBusDescriptor] {
        guard let list else { return [] }
        defer { g_object_unref(list) }
        var count: Int32 = 0
        guard let numbers = g_unix_fd_list_steal_fds(list, &count) else { return [] }
        defer { g_free(numbers) }
        return (0..<Int(count)).map { DBusDescriptor(taking: numbers[$0]) }
    }
}
