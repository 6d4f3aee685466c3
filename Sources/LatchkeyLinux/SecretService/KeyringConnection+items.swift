internal import CGLib
internal import Foundation

/// The key of an item. All names are on disk in plain text.
struct KeyringItemName: Sendable {
    /// The service, whose mutex guards changes.
    let service: String
    /// The attributes that identify the item.
    let attributes: [String: String]
    /// The label in the keyring's own app.
    let label: String

    init(service: String, key: String) {
        self.init(
            service: service, attributes: Self.attributes(of: service).merging(["key": key]) { $1 },
            label: "\(service): \(key)")
    }

    init(service: String, attributes: [String: String], label: String) {
        (self.service, self.attributes, self.label) = (service, attributes, label)
    }

    /// The attributes of all items of the service. `xdg:schema` is libsecret's name for the kind of item.
    static func attributes(of service: String) -> [String: String] {
        ["xdg:schema": "latchkey.Secret", "service": service]
    }
}

/// None of these calls prompts: a prompt that the keyring proposes is not shown.
extension KeyringConnection {
    struct Found {
        var unlocked: [String]
        var locked: [String]
    }

    /// Returns the paths of all items with these attributes, in any keyring.
    func search(_ attributes: [String: String]) throws(KeyringFailure) -> Found {
        try found(in: try send(searchCall(for: attributes)))
    }

    /// Returns the call whose reply `found(in:)` reads.
    func searchCall(for attributes: [String: String]) -> DBusCall {
        // Not through libsecret, which calls the current owner of the name: after a restart, items found in one keyring
        // would be changed in another.
        keyringCall(
            "SearchItems", of: "org.freedesktop.Secret.Service", at: Self.path,
            .strings(attributes))
    }

    func found(in reply: [DBusValue]) throws(KeyringFailure) -> Found {
        guard reply.count == 2, let unlocked = reply[0].strings, let locked = reply[1].strings else {
            throw KeyringFailure(.other, "the response to SearchItems is malformed")
        }
        return Found(unlocked: unlocked, locked: locked)
    }

    /// Calls the body with the item's bytes in libsecret's memory, which is never swapped out and is wiped.
    func read<Value, Failure: Error>(
        _ item: String, _ body: (Data) throws(Failure) -> Value
    ) throws(KeyringFailure) -> Result<Value, Failure> {
        let value = try calling { secret_service_get_secret_for_dbus_path_sync(service, item, nil, $0) }
        // Nil also if the item was deleted or locked since.
        guard let value else { throw KeyringFailure(.missing, "no secret in the item") }
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        var count: gsize = 0
        let bytes = UnsafeMutableRawPointer(mutating: secret_value_get(value, &count))
        let data = bytes.map { Data(bytesNoCopy: $0, count: Int(count), deallocator: .none) } ?? Data()
        return Result { () throws(Failure) in try body(data) }
    }

    /// Replaces the item's bytes.
    func replace(_ item: String, with bytes: UnsafeRawBufferPointer) throws(KeyringFailure) {
        let secret = try encrypted(bytes)
        try send(keyringCall("SetSecret", of: "org.freedesktop.Secret.Item", at: item, secret))
    }

    /// Adds an item to the keyring, or replaces one that was added meanwhile.
    func add(
        _ name: KeyringItemName, _ bytes: UnsafeRawBufferPointer, to keyring: String = defaultKeyring
    ) throws(KeyringFailure) {
        let properties = DBusArgument.properties([
            "org.freedesktop.Secret.Item.Label": .string(name.label),
            "org.freedesktop.Secret.Item.Attributes": .strings(name.attributes),
        ])
        let secret = try encrypted(bytes)
        do throws(KeyringFailure) {
            let reply = try send(
                keyringCall(
                    "CreateItem", of: "org.freedesktop.Secret.Collection", at: keyring, properties, secret,
                    .bool(true)))
            try requireNoPrompt(reply.last)
        } catch  where error.kind == .missing {
            // The user must create a keyring: `unlock` prompts for that.
            throw .locked
        }
    }

    func delete(_ item: String) throws(KeyringFailure) {
        try requireNoPrompt(try send(keyringCall("Delete", of: "org.freedesktop.Secret.Item", at: item)).first)
    }

    /// Returns the path of the keyring for new secrets, or nil.
    func defaultKeyring() throws(KeyringFailure) -> String? {
        let reply = try send(
            keyringCall("ReadAlias", of: "org.freedesktop.Secret.Service", at: Self.path, .string("default")))
        guard let path = reply.first?.string, path != "/" else { return nil }
        return path
    }

    func isLocked(keyring path: String) throws(KeyringFailure) -> Bool {
        let reply = try send(
            keyringCall(
                "Get", of: "org.freedesktop.DBus.Properties", at: path, .string("org.freedesktop.Secret.Collection"),
                .string("Locked")))
        // Locked, unless the reply clearly reports otherwise.
        return reply.first?.bool ?? true
    }

    /// Throws if the keyring proposes a prompt: it has then done nothing.
    private func requireNoPrompt(_ prompt: DBusValue?) throws(KeyringFailure) {
        guard prompt == .string("/") else { throw .locked }
    }

    /// Encrypts the bytes for transport over the bus, in this session.
    private func encrypted(_ bytes: UnsafeRawBufferPointer) throws(KeyringFailure) -> DBusArgument {
        // Checked first: ensuring an existing session costs as much as the encryption.
        if secret_service_get_session_dbus_path(service) == nil {
            _ = try calling { secret_service_ensure_session_sync(service, nil, $0) }
        }
        let text = bytes.bindMemory(to: CChar.self).baseAddress
        guard let value = secret_value_new(text, bytes.count, "application/json") else {
            throw KeyringFailure(.other, "out of locked memory; raise the limit (ulimit -l)")
        }
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        guard let encoded = secret_service_encode_dbus_secret(service, value) else {
            throw KeyringFailure(.other, "the secret cannot be encrypted")
        }
        return .reference(VariantReference(taking: encoded))
    }
}
