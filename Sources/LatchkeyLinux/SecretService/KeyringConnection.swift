internal import CGLib
internal import Synchronization

/// A private connection to the session bus, and the keyring there.
///
/// It is private because GLib ends a process whose shared connection is closed. Calls block the thread, since
/// libsecret's do.
///
/// Proof for `@unchecked Sendable`: all mutable state is guarded by a mutex, and GLib's connections and proxies may be
/// called from any thread (<https://docs.gtk.org/gio/class.DBusConnection.html>).
final class KeyringConnection: @unchecked Sendable {
    static let name = "org.freedesktop.secrets"
    static let path = "/org/freedesktop/secrets"
    /// The keyring that the user has chosen for new secrets.
    static let defaultKeyring = "\(path)/aliases/default"

    private let bus: ObjectReference
    private let object: ObjectReference
    /// The process that first owned the name. All calls go to it, so that a restarted keyring requires a new
    /// connection.
    private let owner: String
    let timeout: Duration
    /// The name on the bus that this connection owns while it holds a service's mutex.
    let ownedMutex = Mutex<String?>(nil)

    /// libsecret's proxy, with the session that encrypts secrets in transit.
    var service: UnsafeMutablePointer<SecretService> { object.raw.assumingMemoryBound(to: SecretService.self) }

    /// - Parameters:
    ///   - address: The bus address; nil for the user's session bus.
    ///   - timeout: The maximum wait for each reply.
    init(address: String?, timeout: Duration) throws(KeyringFailure) {
        self.timeout = timeout
        bus = try Self.connect(to: address)
        owner = try Self.owner(on: bus, timeout: timeout)
        object = try Self.proxy(of: owner, on: bus)
        g_dbus_proxy_set_default_timeout(
            object.raw.assumingMemoryBound(to: GDBusProxy.self), DBusCall.milliseconds(timeout))
    }

    deinit { g_dbus_connection_close_sync(OpaquePointer(bus.raw), nil, nil) }

    /// Returns a call of the keyring.
    func keyringCall(_ method: String, of interface: String, at path: String, _ arguments: DBusArgument...) -> DBusCall
    {
        DBusCall(
            recipient: owner, path: path, interface: interface, method: method, arguments: arguments, timeout: timeout)
    }

    /// Makes the call and returns its reply.
    @discardableResult func send(_ call: DBusCall) throws(KeyringFailure) -> [DBusValue] {
        try Self.send(call, on: bus)
    }

    /// Makes both calls without waiting in between. They reach the bus and their recipients in this order.
    func send(_ first: DBusCall, then second: DBusCall) -> (first: DBusCall.Outcome, second: DBusCall.Outcome) {
        DBusCall.sendAndWait(first, then: second, on: bus)
    }

    /// Makes the call and ignores its reply.
    func sendOnly(_ call: DBusCall) { call.sendOnly(on: bus) }

    private static func send(_ call: DBusCall, on bus: ObjectReference) throws(KeyringFailure) -> [DBusValue] {
        do throws(GLibError) { return try call.sendAndWait(on: bus) } catch { throw KeyringFailure(error) }
    }

    private static func connect(to address: String?) throws(KeyringFailure) -> ObjectReference {
        do throws(GLibError) {
            let found = try GLibError.check {
                address.map { g_strdup($0) } ?? g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, nil, $0)
            }
            defer { g_free(found) }
            let bus = try GLibError.check {
                g_dbus_connection_new_for_address_sync(found, DBusConnection.busFlags, nil, nil, $0)
            }
            if let bus { return ObjectReference(taking: UnsafeMutableRawPointer(bus)) }
        } catch {
            // Without a bus there is no keyring, whatever the reason.
            throw KeyringFailure(.absent, code: error.code, error.message)
        }
        throw KeyringFailure(.absent, "no bus")
    }

    /// Returns the process that owns the name, after starting it if the bus can.
    private static func owner(on bus: ObjectReference, timeout: Duration) throws(KeyringFailure) -> String {
        let getOwner = DBusCall(toBus: "GetNameOwner", .string(name), timeout: timeout)
        do throws(KeyringFailure) {
            return try send(getOwner, on: bus).first?.string ?? ""
        } catch  where error.kind == .absent {
            _ = try send(DBusCall(toBus: "StartServiceByName", .string(name), .uint32(0), timeout: timeout), on: bus)
            return try send(getOwner, on: bus).first?.string ?? ""
        }
    }

    /// Returns libsecret's object on this connection.
    ///
    /// It is not initialized in GLib's usual way: libsecret uses the shared connection for that, and aborts the process
    /// if it finds another. That would add signals and cached properties, which are not used here.
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
