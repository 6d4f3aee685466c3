internal import CGLib
internal import Foundation

/// The only calls that make the keyring ask its owner. They come back when it was answered, and perhaps never.
extension KeyringConnection {
    /// Opens the default keyring, or makes one, and whatever else has secrets of the service. Returns false when its
    /// owner dismissed the prompt.
    func prompt(for service: String) throws(KeyringFailure) -> Bool {
        if let keyring = try defaultKeyring() {
            let locked = try search(KeyringItemName.attributes(of: service)).locked
            let paths = try isLocked(keyring: keyring) ? [keyring] + locked : locked
            if paths.isEmpty { return true }
            try unlock(paths)
        } else {
            _ = try makeKeyring("Login", alias: "default")
        }
        // Asked for again: what an owner's refusal looks like differs from keyring to keyring.
        guard let keyring = try defaultKeyring(), try !isLocked(keyring: keyring) else { return false }
        return try search(KeyringItemName.attributes(of: service)).locked.isEmpty
    }

    private func unlock(_ paths: [String]) throws(KeyringFailure) {
        let texts = paths.map { strdup($0) }
        defer { for text in texts { free(text) } }
        var pointers = texts.map { UnsafePointer<CChar>($0) } + [nil]
        var unlocked: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        defer { g_strfreev(unlocked) }
        _ = try calling { secret_service_unlock_dbus_paths_sync(service, &pointers, nil, &unlocked, $0) }
    }

    /// Has the owner choose a password for a new keyring. Returns its path, or nil when they would not.
    ///
    /// - Parameters:
    ///   - label: What the keyring's own app calls it.
    ///   - alias: What it is for: `default`, or nothing.
    func makeKeyring(_ label: String, alias: String?) throws(KeyringFailure) -> String? {
        let table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, { g_variant_unref(OpaquePointer($0)) })
        defer { g_hash_table_unref(table) }
        let text = g_variant_ref_sink(g_variant_new_string(label))
        g_hash_table_insert(
            table, g_strdup("org.freedesktop.Secret.Collection.Label"), UnsafeMutableRawPointer(text))
        let path = try calling {
            secret_service_create_collection_dbus_path_sync(
                service, table, alias, SECRET_COLLECTION_CREATE_NONE, nil, $0)
        }
        defer { g_free(path) }
        // gnome-keyring's way to say that they would not.
        return path.map { String(cString: $0) }.flatMap { $0 == "/" ? nil : $0 }
    }
}
