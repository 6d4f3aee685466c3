internal import CGLib

/// The only calls that prompt. They return when the user has responded, and possibly never.
extension KeyringConnection {
    /// Unlocks the default keyring, or creates one, and unlocks all items of the service in other keyrings. Returns
    /// false if the user dismissed the prompt.
    func prompt(for service: String) throws(KeyringFailure) -> Bool {
        if let keyring = try defaultKeyring() {
            let locked = try search(KeyringItemName.attributes(of: service)).locked
            let paths = try isLocked(keyring: keyring) ? [keyring] + locked : locked
            if paths.isEmpty { return true }
            try unlock(paths)
        } else {
            _ = try createKeyring("Login", alias: "default")
        }
        // Checked again: keyrings report a dismissed prompt in different ways.
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

    /// Prompts for the password of a new keyring. Returns its path, or nil if the user dismisses the prompt.
    ///
    /// - Parameters:
    ///   - label: The name in the keyring's own app.
    ///   - alias: `default`, or nil.
    func createKeyring(_ label: String, alias: String?) throws(KeyringFailure) -> String? {
        let table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, { g_variant_unref(OpaquePointer($0)) })
        defer { g_hash_table_unref(table) }
        let text = g_variant_ref_sink(g_variant_new_string(label))
        g_hash_table_insert(table, g_strdup("org.freedesktop.Secret.Collection.Label"), UnsafeMutableRawPointer(text))
        let path = try calling {
            secret_service_create_collection_dbus_path_sync(
                service, table, alias, SECRET_COLLECTION_CREATE_NONE, nil, $0)
        }
        defer { g_free(path) }
        // gnome-keyring returns "/" when the prompt is dismissed.
        return path.map { String(cString: $0) }.flatMap { $0 == "/" ? nil : $0 }
    }
}
