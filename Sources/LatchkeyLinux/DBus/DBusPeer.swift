/// One process on the bus, by its unique name, such as `:1.42`. The bus assigns it, no other process can send under it,
/// and it is never assigned again. Any process can claim a name like `net.reactivated.Fprint` (C13).
struct DBusPeer: Equatable, Sendable {
    /// Only the bus itself sends under this name.
    static let busName = "org.freedesktop.DBus"

    let name: String
    let connection: DBusConnection

    /// For ``DBusConnection`` only, with what the bus tells.
    init(name: String, connection: DBusConnection) { (self.name, self.connection) = (name, connection) }

    func object(_ path: String, _ interface: String) -> DBusObject {
        DBusObject(peer: self, path: path, interface: interface)
    }

    /// The signals that the process sends after this returns. Ends when the process leaves the bus, or the bus ends.
    func signals(_ matches: DBusMatch...) async -> AsyncStream<DBusSignal> {
        await DBusSubscription.signals(on: connection, from: name, matches)
    }

    static func == (left: DBusPeer, right: DBusPeer) -> Bool {
        left.name == right.name && left.connection === right.connection
    }
}

/// One interface of an object of a process.
struct DBusObject: Sendable {
    let peer: DBusPeer
    let path: String
    let interface: String

    /// Calls the method and returns its reply. Cancelling the task stops the wait; the other process may still do what
    /// it was asked to.
    func call(
        _ method: String, _ arguments: DBusArgument..., timeout: Duration = DBusCall.defaultTimeout
    ) async throws(DBusError) -> DBusReply {
        let call = DBusCall(
            recipient: peer.name, path: path, interface: interface, method: method, arguments: arguments,
            timeout: timeout)
        return try await call.send(on: peer.connection)
    }
}
