/// A process on the bus, identified by its unique name, such as `:1.42`.
///
/// The bus assigns the name and never reuses it, and no other process can send under it. Any process can claim a name
/// like `net.reactivated.Fprint` (C13).
struct DBusPeer: Equatable, Sendable {
    /// The name of the bus itself.
    static let busName = "org.freedesktop.DBus"

    let name: String
    let connection: DBusConnection

    /// For ``DBusConnection`` only, with a name from the bus.
    init(name: String, connection: DBusConnection) { (self.name, self.connection) = (name, connection) }

    func object(_ path: String, _ interface: String) -> DBusObject {
        DBusObject(peer: self, path: path, interface: interface)
    }

    /// Returns the process's signals from now on. Ends when the process leaves the bus, or with the connection.
    func signals(_ matches: DBusMatch...) async -> AsyncStream<DBusSignal> {
        await DBusSubscription.signals(on: connection, from: name, matches)
    }

    static func == (left: DBusPeer, right: DBusPeer) -> Bool {
        left.name == right.name && left.connection === right.connection
    }
}

/// An interface of a process's object.
struct DBusObject: Sendable {
    let peer: DBusPeer
    let path: String
    let interface: String

    /// Calls the method and returns its reply. Cancelling the task stops the wait; the other process may still perform
    /// the call.
    func call(
        _ method: String, _ arguments: DBusArgument..., timeout: Duration = DBusCall.defaultTimeout
    ) async throws(DBusError) -> DBusReply {
        let call = DBusCall(
            recipient: peer.name, path: path, interface: interface, method: method, arguments: arguments,
            timeout: timeout)
        return try await call.send(on: peer.connection)
    }
}
