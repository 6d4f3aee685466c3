internal import CGLib

/// A connection to a bus, with its own thread for callbacks. It closes with the object.
///
/// Proof for `@unchecked Sendable`: the pointer never changes and retains the connection. Its methods may be called
/// from any thread (<https://docs.gtk.org/gio/class.DBusConnection.html>: "As an exception to the usual GLib rule …").
final class DBusConnection: @unchecked Sendable {
    /// The address of the system bus in the D-Bus specification. `DBUS_SYSTEM_BUS_ADDRESS`, which is also specified, is
    /// ignored: an attacker who sets the environment could substitute another bus (C13).
    static let systemBus = "unix:path=/run/dbus/system_bus_socket"

    /// The flags of a connection to a message bus.
    static var busFlags: GDBusConnectionFlags {
        GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    }

    let loop: GLibLoop
    let raw: OpaquePointer

    private init(_ raw: OpaquePointer, loop: GLibLoop) { (self.raw, self.loop) = (raw, loop) }

    deinit {
        let raw = Handle(raw: raw)
        // On the loop, which then ends: GLib must close the connection where it opened it. The bus notifies the
        // services, which release this connection's resources.
        loop.run {
            g_dbus_connection_close_sync(raw.raw, nil, nil)
            g_object_unref(UnsafeMutableRawPointer(raw.raw))
        }
    }

    /// Proof for `@unchecked Sendable`: see the connection.
    private struct Handle: @unchecked Sendable {
        let raw: OpaquePointer
    }

    /// Connects to the bus at the address.
    static func open(_ address: String) async throws(DBusError) -> DBusConnection {
        let loop = GLibLoop()
        return try await DBusError.map { () async throws(GLibError) in
            try await GIOOperation.run(on: loop) { start in
                g_dbus_connection_new_for_address(
                    address, Self.busFlags, nil, start.cancellable, start.callback, start.data)
            } end: { result, error in
                g_dbus_connection_new_for_address_finish(result, &error).map { DBusConnection($0, loop: loop) }
            }
        }
    }

    /// The name that the bus has assigned to this connection.
    var uniqueName: String? { g_dbus_connection_get_unique_name(raw).map { String(cString: $0) } }

    /// Returns the process that owns the name, or nil if none does.
    func owner(of name: String) async throws(DBusError) -> DBusPeer? {
        do {
            let owner = try await DBusCall(toBus: "GetNameOwner", .string(name)).send(on: self).string()
            return DBusPeer(name: owner, connection: self)
        } catch {
            guard error.name == "org.freedesktop.DBus.Error.NameHasNoOwner" else { throw error }
            return nil
        }
    }

    /// Whether a process owns the name, unique or not.
    func hasOwner(_ name: String) async throws(DBusError) -> Bool {
        try await DBusCall(toBus: "NameHasOwner", .string(name)).send(on: self).values.first == .bool(true)
    }

    /// Returns the process that owns the name, after starting it if necessary.
    func startedOwner(of name: String, timeout: Duration) async throws(DBusError) -> DBusPeer {
        // Checked first: a running service that the bus cannot start would seem to be missing.
        if let owner = try await owner(of: name) { return owner }
        _ = try await DBusCall(toBus: "StartServiceByName", .string(name), .uint32(0), timeout: timeout).send(on: self)
        guard let owner = try await owner(of: name) else { throw .unexpectedResponse }
        return owner
    }

    /// Yields initially, and then when the name may have gained or lost its owner. Ends with the connection.
    func ownerChanges(of name: String) async -> AsyncStream<Void> {
        let changes = await DBusSubscription.signals(on: self, from: DBusPeer.busName, [.ownerChanges(of: name)])
        return AsyncStream { continuation in
            continuation.yield()
            let task = Task {
                for await _ in changes { continuation.yield() }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
