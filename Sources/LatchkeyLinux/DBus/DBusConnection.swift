internal import CGLib

/// A connection to a bus, with a thread of its own for callbacks. Ends with the object.
///
/// Proof for `@unchecked Sendable`: the pointer never changes, holds a reference, and its methods may be called from
/// any thread (<https://docs.gtk.org/gio/class.DBusConnection.html>: "As an exception to the usual GLib rule …").
final class DBusConnection: @unchecked Sendable {
    /// The address of the system bus in the D-Bus specification. `DBUS_SYSTEM_BUS_ADDRESS`, which the specification
    /// also has, is ignored: an attacker who sets the environment could substitute another bus (C13).
    static let systemBus = "unix:path=/run/dbus/system_bus_socket"

    /// For a connection to a message bus.
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
        // On the loop, which then ends: GLib finishes closing where it began. The bus notifies the services, and they
        // release what this connection had.
        loop.run {
            g_dbus_connection_close_sync(raw.raw, nil, nil)
            g_object_unref(UnsafeMutableRawPointer(raw.raw))
        }
    }

    /// Proof for `@unchecked Sendable`: as for the connection.
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

    /// Returns the process that owns the name, or nil when none does.
    func owner(of name: String) async throws(DBusError) -> DBusPeer? {
        do {
            let owner = try await DBusCall(toBus: "GetNameOwner", .string(name)).send(on: self).string()
            return DBusPeer(name: owner, connection: self)
        } catch {
            guard error.name == "org.freedesktop.DBus.Error.NameHasNoOwner" else { throw error }
            return nil
        }
    }

    /// Returns whether a process owns the name, unique or not.
    func hasOwner(_ name: String) async throws(DBusError) -> Bool {
        try await DBusCall(toBus: "NameHasOwner", .string(name)).send(on: self).values.first == .bool(true)
    }

    /// Returns the process that owns the name. Starts it if none does.
    func startedOwner(of name: String, timeout: Duration) async throws(DBusError) -> DBusPeer {
        // Asked first: a service that runs, and that the bus does not know how to start, would count as missing.
        if let owner = try await owner(of: name) { return owner }
        _ = try await DBusCall(toBus: "StartServiceByName", .string(name), .uint32(0), timeout: timeout).send(on: self)
        guard let owner = try await owner(of: name) else { throw .unexpectedAnswer }
        return owner
    }

    /// Yields once at first, and then whenever the name may have got or lost its owner. Ends with the bus.
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
