/// A signal of a process on the bus.
struct DBusSignal: Sendable {
    let interface: String
    let member: String
    let values: [DBusValue]
}

/// Selects signals.
struct DBusMatch: Sendable {
    let path: String
    let interface: String
    let member: String
    /// The required first value, or nil for any.
    var first: String?

    /// The bus's signal that a name has got or lost its owner.
    static func ownerChanges(of name: String) -> DBusMatch {
        DBusMatch(
            path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged", first: name)
    }
}
