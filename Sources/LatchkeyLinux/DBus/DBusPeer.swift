/// One process on the bus, by the name that the bus has given it, such as `:1.42`: nobody else can send under it, and
/// it is never given again. What only a name like `net.reactivated.Fprint` says can come from anybody (C13).
struct DBusPeer: Hashable, Sendable {
    /// Nobody but the bus itself sends under this name.
    static let busName = "org.freedesktop.DBus"

    let name: String
    let connection: DBusConnection

    /// Only a ``DBusConnection`` makes these, from what the bus says.
    init(name: String, connection: DBusConnection) { (self.name, self.connection) = (name, connection) }

    func object(_ path: String, _ interface: String) -> DBusObject {
        DBusObject(peer: self, path: path, interface: interface)
    }

    /// The signals that the process sends from now on, when this returns. Ends when the process or the bus goes.
    func signals(_ matches: DBusMatch...) async -> AsyncStream<DBusSignal> {
        await DBusSubscription.signals(on: connection, from: name, matches)
    }

    static func == (left: DBusPeer, right: DBusPeer) -> Bool {
        left.name == right.name && left.connection === right.connection
    }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
