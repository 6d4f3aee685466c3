internal import CGLib

/// A signal of a process on the bus.
struct DBusSignal: Sendable {
    let interface: String
    let member: String
    let values: [DBusValue]
}

/// A filter for signals.
struct DBusMatch: Sendable {
    let path: String
    let interface: String
    let member: String
    /// The required first value; nil for any.
    var first: String?

    /// The bus's signal that a name has gained or lost its owner.
    static func ownerChanges(of name: String) -> DBusMatch {
        DBusMatch(
            path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged", first: name)
    }
}

/// A stream of the signals of one process.
enum DBusSubscription {
    private typealias Handler = CallbackBox<@Sendable (DBusSignal) -> Void>
    private typealias End = CallbackBox<@Sendable () -> Void>

    /// Returns matching signals from now on, only from the process with this unique name. Ends when the process leaves
    /// the bus, or the connection is lost.
    static func signals(
        on connection: DBusConnection, from sender: String, _ matches: [DBusMatch]
    ) async -> AsyncStream<DBusSignal> {
        let (stream, continuation) = AsyncStream.makeStream(of: DBusSignal.self)
        let (subscriptions, closing) = await connection.loop.perform {
            var subscriptions = matches.map { match in
                subscribe(connection, sender, match) { continuation.yield($0) }
            }
            if sender != DBusPeer.busName {
                subscriptions.append(
                    subscribe(connection, DBusPeer.busName, .ownerChanges(of: sender)) { _ in continuation.finish() })
            }
            return (subscriptions, watchEnd(of: connection) { continuation.finish() })
        }
        // Retains the connection while the stream is used.
        continuation.onTermination = { _ in
            connection.loop.run {
                for subscription in subscriptions { g_dbus_connection_signal_unsubscribe(connection.raw, subscription) }
                g_signal_handler_disconnect(UnsafeMutableRawPointer(connection.raw), closing)
            }
        }
        // Once the bus responds, it has applied the match rules. If the process left the bus earlier, that was not
        // reported.
        let isThere = try? await connection.hasOwner(sender)
        if isThere != true { continuation.finish() }
        return stream
    }

    private static func subscribe(
        _ connection: DBusConnection, _ sender: String, _ match: DBusMatch,
        _ handler: @escaping @Sendable (DBusSignal) -> Void
    ) -> guint {
        g_dbus_connection_signal_subscribe(
            connection.raw, sender, match.interface, match.member, match.path, match.first, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, interface, member, values, data in
                guard let interface, let member, let values, let data else { return }
                Handler.value(at: data)(
                    DBusSignal(
                        interface: String(cString: interface), member: String(cString: member),
                        values: DBusValue(values).items))
            }, Handler(handler).retained, { data in Handler.release(data) })
    }

    private static func watchEnd(of connection: DBusConnection, _ handler: @escaping @Sendable () -> Void) -> gulong {
        typealias Closed =
            @convention(c) (UnsafeMutableRawPointer?, gboolean, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) ->
            Void
        let closed: Closed = { _, _, _, data in if let data { End.value(at: data)() } }
        return g_signal_connect_data(
            UnsafeMutableRawPointer(connection.raw), "closed",
            // GLib calls it with the parameters of the signal `Closed`
            // (<https://docs.gtk.org/gio/signal.DBusConnection.closed.html>).
            unsafeBitCast(closed, to: GCallback.self), End(handler).retained, { data, _ in End.release(data) },
            G_CONNECT_DEFAULT)
    }
}
