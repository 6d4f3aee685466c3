internal import CGLib
internal import Foundation

/// What an item is found by. Both names are on the disk in plain text.
struct KeyringItemName: Sendable {
    let service: String
    let key: String

    var attributes: [String: String] { Self.attributes(of: service).merging(["key": key]) { $1 } }

    /// What all items of the service have; `xdg:schema` is libsecret's name for the kind of item.
    static func attributes(of service: String) -> [String: String] {
        ["xdg:schema": "latchkey.Secret", "service": service]
    }

    /// What a keyring's own app shows.
    var label: String { "\(service): \(key)" }
}

/// None of these calls ever makes the keyring ask its owner: where it wants to, its prompt is not begun.
extension KeyringConnection {
    struct Found {
        var unlocked: [String]
        var locked: [String]
    }

    /// The paths of all items that have these attributes, in whichever keyring.
    func search(_ attributes: [String: String]) throws(KeyringFailure) -> Found {
        try found(in: try call(question(for: attributes)))
    }

    /// What `found(in:)` understands the answer to.
    func question(for attributes: [String: String]) -> KeyringCall {
        // Not by libsecret, which asks whoever has the name by now: after a restart, what is found would be one
        // keyring's, and what is changed another's.
        ask(
            "SearchItems", of: "org.freedesktop.Secret.Service", at: Self.path,
            [Sent.dictionary(attributes.map { ($0, Sent.text($1)) })])
    }

    func found(in answer: VariantReference) throws(KeyringFailure) -> Found {
        guard let unlocked = answer.member(0)?.texts, let locked = answer.member(1)?.texts else {
            throw KeyringFailure(.other, "SearchItems: not understood")
        }
        return Found(unlocked: unlocked, locked: locked)
    }

    /// Hands the item's bytes to the body, in libsecret's memory, which is never swapped out and is wiped.
    func read<Value, Failure: Error>(
        _ item: String, _ body: (Data) throws(Failure) -> Value
    ) throws(KeyringFailure) -> Result<Value, Failure> {
        let value = try calling { secret_service_get_secret_for_dbus_path_sync(service, item, nil, $0) }
        // So does libsecret say that the item is gone, or locked since.
        guard let value else { throw KeyringFailure(.missing, "no secret in the item") }
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        var count: gsize = 0
        let bytes = UnsafeMutableRawPointer(mutating: secret_value_get(value, &count))
        let data = bytes.map { Data(bytesNoCopy: $0, count: Int(count), deallocator: .none) } ?? Data()
        return Result { () throws(Failure) in try body(data) }
    }

    /// Puts the bytes in the place of the item's.
    func replace(_ item: String, with bytes: UnsafeRawBufferPointer) throws(KeyringFailure) {
        try call(ask("SetSecret", of: "org.freedesktop.Secret.Item", at: item, [try encrypted(bytes)]))
    }

    /// Adds an item to the keyring, the default one unless another is named, or puts it in the place of one that was
    /// added meanwhile.
    func add(
        _ name: KeyringItemName, _ bytes: UnsafeRawBufferPointer, to keyring: String = defaultKeyring
    ) throws(KeyringFailure) {
        let attributes = Sent.dictionary(name.attributes.map { ($0, Sent.text($1)) })
        let properties = Sent.dictionary([
            ("org.freedesktop.Secret.Item.Label", Sent.any(Sent.text(name.label))),
            ("org.freedesktop.Secret.Item.Attributes", Sent.any(attributes)),
        ])
        let secret = try encrypted(bytes)
        do throws(KeyringFailure) {
            let reply = try call(
                ask(
                    "CreateItem", of: "org.freedesktop.Secret.Collection", at: keyring,
                    [properties, secret, Sent.flag(true)]))
            try requireNoPrompt(reply.member(1))
        } catch  where error.kind == .missing {
            // Its owner has to make one, which is what they are asked for by unlocking too.
            throw .locked
        }
    }

    func delete(_ item: String) throws(KeyringFailure) {
        let reply = try call(ask("Delete", of: "org.freedesktop.Secret.Item", at: item, []))
        try requireNoPrompt(reply.member(0))
    }

    /// The path of the keyring that new secrets go to; nil when there is none.
    func defaultKeyring() throws(KeyringFailure) -> String? {
        let reply = try call(
            ask("ReadAlias", of: "org.freedesktop.Secret.Service", at: Self.path, [Sent.text("default")]))
        guard let path = reply.member(0)?.text, path != "/" else { return nil }
        return path
    }

    func isLocked(keyring path: String) throws(KeyringFailure) -> Bool {
        let reply = try call(
            ask(
                "Get", of: "org.freedesktop.DBus.Properties", at: path,
                [Sent.text("org.freedesktop.Secret.Collection"), Sent.text("Locked")]))
        // Anything but a clear no is a yes.
        return reply.member(0)?.content?.flag ?? true
    }

    /// A prompt that nobody begins asks nothing, and nothing was done.
    private func requireNoPrompt(_ prompt: VariantReference?) throws(KeyringFailure) {
        guard prompt?.text == "/" else { throw .locked }
    }

    /// The bytes for their way over the bus, encrypted for this session.
    private func encrypted(_ bytes: UnsafeRawBufferPointer) throws(KeyringFailure) -> Sent.Value {
        // Asked first: to ensure one that is there costs as much as the encryption.
        if secret_service_get_session_dbus_path(service) == nil {
            _ = try calling { secret_service_ensure_session_sync(service, nil, $0) }
        }
        let text = bytes.bindMemory(to: CChar.self).baseAddress
        guard let value = secret_value_new(text, bytes.count, "application/json") else {
            throw KeyringFailure(.other, "no memory that is not swapped out")
        }
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        return secret_service_encode_dbus_secret(service, value)
    }
}
