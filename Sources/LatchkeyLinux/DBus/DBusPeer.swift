/// One process on the bus, by its unique name, such as `:1.42`. The bus assigns it, no other process can send under it,
/// and it is never assigned again. Any process can claim a name like `net.reactivated.Fprint` (C13).
struct DBusPeer: Hashable, Sendable {
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

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
