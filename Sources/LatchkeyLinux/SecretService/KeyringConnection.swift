internal import CGLib
internal import Foundation
internal import Synchronization

/// A connection to the session bus of its own, and whoever keeps secrets there.
///
/// Its own, since GLib ends a process whose shared connection is closed.
///
/// Proof for `@unchecked Sendable`: nothing of it changes but what a mutex guards, and GLib's connections and proxies
/// may be called from any thread (<https://docs.gtk.org/gio/class.DBusConnection.html>).
final class KeyringConnection: @unchecked Sendable {
    static let name = "org.freedesktop.secrets"
    static let path = "/org/freedesktop/secrets"
    /// The keyring that new secrets go to, whichever the user has chosen.
    static let defaultKeyring = "\(path)/aliases/default"

    private let bus: ObjectReference
    private let object: ObjectReference
    /// Whoever had the name at first. Nothing is found or changed by anybody else, so a keyring that was started anew is
    /// a new connection.
    private let owner: String
    private let timeout: Int32
    /// The name that this connection has its turn by.
    let turn = Mutex<String?>(nil)

    /// libsecret's view of it: the session that secrets are encrypted for on their way.
    var service: UnsafeMutablePointer<SecretService> { object.raw.assumingMemoryBound(to: SecretService.self) }

    /// - Parameters:
    ///   - address: The bus; nil for the user's own.
    ///   - timeout: How long each call waits for its answer.
    init(address: String?, timeout: Duration) throws(KeyringFailure) {
        self.timeout = Int32(clamping: timeout / .milliseconds(1) > 1 ? Int(timeout / .milliseconds(1)) : 1)
        bus = try Self.connect(to: address)
        owner = try Self.owner(on: bus, timeout: self.timeout)
        object = try Self.proxy(of: owner, on: bus)
        g_dbus_proxy_set_default_timeout(object.raw.assumingMemoryBound(to: GDBusProxy.self), self.timeout)
    }

    deinit { g_dbus_connection_close_sync(OpaquePointer(bus.raw), nil, nil) }

    /// A call of the keyring.
    func ask(
        _ method: String, of interface: String, at path: String, _ arguments: [Sent.Value]
    ) -> KeyringCall {
        KeyringCall(recipient: owner, path: path, interface: interface, method: method, arguments: arguments)
    }

    /// Makes the call. Returns a tuple.
    @discardableResult func call(_ call: KeyringCall) throws(KeyringFailure) -> VariantReference {
        try call.make(on: bus, timeout: timeout)
    }

    /// Makes both calls without waiting in between. They reach the bus in this order, and so whoever it hands them to.
    func call(
        _ first: KeyringCall, then second: KeyringCall
    ) -> (first: KeyringCall.Outcome, second: KeyringCall.Outcome) {
        KeyringCall.make(first, then: second, on: bus, timeout: timeout)
    }

    /// Makes the call and wants no answer.
    func tell(_ call: KeyringCall) { call.tell(on: bus, timeout: timeout) }

    private static func connect(to address: String?) throws(KeyringFailure) -> ObjectReference {
        do throws(KeyringFailure) {
            let found = try calling {
                address.map { g_strdup($0) } ?? g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, nil, $0)
            }
            defer { g_free(found) }
            let flags = GDBusConnectionFlags(
                G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                    | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
            let bus = try calling { g_dbus_connection_new_for_address_sync(found, flags, nil, nil, $0) }
            guard let bus else { throw KeyringFailure(.absent, "no bus") }
            return ObjectReference(taking: UnsafeMutableRawPointer(bus))
        } catch {
            // Whatever the reason, without a bus there is nobody to ask.
            throw KeyringFailure(.absent, code: error.code, error.text)
        }
    }

    /// Who has the name; started by the bus if it knows how.
    private static func owner(on bus: ObjectReference, timeout: Int32) throws(KeyringFailure) -> String {
        func ask(_ method: String, _ arguments: [Sent.Value]) throws(KeyringFailure) -> String? {
            try KeyringCall(toBus: method, arguments).make(on: bus, timeout: timeout).member(0)?.text
        }
        do throws(KeyringFailure) {
            return try ask("GetNameOwner", [Sent.text(name)]) ?? ""
        } catch  where error.kind == .absent {
            _ = try ask("StartServiceByName", [Sent.text(name), Sent.number(0)])
            return try ask("GetNameOwner", [Sent.text(name)]) ?? ""
        }
    }

    /// libsecret's object on this connection.
    ///
    /// It is not initialised as GLib has it: libsecret's own way takes the shared connection, and stops the process when
    /// it finds another. What that would add are signals and remembered properties, which nothing here uses.
    private static func proxy(of owner: String, on bus: ObjectReference) throws(KeyringFailure) -> ObjectReference {
        let texts: KeyValuePairs = [
            "g-name": owner, "g-object-path": path, "g-interface-name": "org.freedesktop.Secret.Service",
        ]
        let names = texts.map { strdup($0.key) } + [strdup("g-connection")]
        var values = [GValue](repeating: GValue(), count: names.count)
        defer {
            for index in values.indices { g_value_unset(&values[index]) }
            for name in names { free(name) }
        }
        for (index, text) in texts.enumerated() {
            g_value_init(&values[index], g_type_from_name("gchararray"))
            g_value_set_string(&values[index], text.value)
        }
        g_value_init(&values[texts.count], g_dbus_connection_get_type())
        g_value_set_object(&values[texts.count], bus.raw)
        var pointers = names.map { UnsafePointer<CChar>($0) }
        let type = secret_service_get_type()
        guard let made = g_object_new_with_properties(type, guint(values.count), &pointers, &values) else {
            throw KeyringFailure(.other, "no memory")
        }
        return ObjectReference(taking: UnsafeMutableRawPointer(made))
    }
}
