/// A signal of a process on the bus.
struct DBusSignal: Sendable {
    let interface: String
    let member: String
    let values: [DBusValue]
}

/// Which signals are meant.
struct DBusMatch: Sendable {
    let path: String
    let interface: String
    let member: String
    /// What the first value must be, or nil.
    var first: String?

    /// That a name gets or loses its owner, said by the bus.
    static func ownerChanges(of name: String) -> DBusMatch {
        DBusMatch(
            path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged", first: name)
    }
}
