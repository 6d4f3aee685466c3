#if os(Linux)
import CGLib

/// A baseline client of the keyring: the same calls in C, without Latchkey's code.
final class PlainKeyring {
    private let service: UnsafeMutablePointer<SecretService>
    private let name: String

    /// Connects and opens a session. Returns nil on failure.
    init?(service name: String) {
        guard let service = secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, nil, nil) else { return nil }
        (self.service, self.name) = (service, name)
    }

    deinit { g_object_unref(service) }

    /// Finds the item and reads its secret. Returns the length in bytes, or nil.
    func load(_ key: String) -> Int? {
        guard let path = find(key), let value = secret_service_get_secret_for_dbus_path_sync(service, path, nil, nil)
        else { return nil }
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        var count: gsize = 0
        secret_value_get(value, &count)
        return Int(count)
    }

    /// Finds the item and replaces its secret. Returns whether it succeeded.
    func store(_ text: String, for key: String) -> Bool {
        guard let path = find(key), let value = secret_value_new(text, text.utf8.count, "application/json") else {
            return false
        }
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        let proxy = UnsafeMutableRawPointer(service).assumingMemoryBound(to: GDBusProxy.self)
        var secret = secret_service_encode_dbus_secret(service, value)
        let reply = g_dbus_connection_call_sync(
            g_dbus_proxy_get_connection(proxy), g_dbus_proxy_get_name(proxy), path, "org.freedesktop.Secret.Item",
            "SetSecret", g_variant_new_tuple(&secret, 1), nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
        guard let reply else { return false }
        g_variant_unref(reply)
        return true
    }

    /// Returns the path of the only unlocked item; nil for none or several.
    private func find(_ key: String) -> String? {
        let attributes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
        defer { g_hash_table_unref(attributes) }
        for (name, text) in [("xdg:schema", "latchkey.Secret"), ("service", name), ("key", key)] {
            g_hash_table_insert(attributes, g_strdup(name), g_strdup(text))
        }
        var unlocked: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        var locked: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        defer {
            g_strfreev(unlocked)
            g_strfreev(locked)
        }
        guard secret_service_search_for_dbus_paths_sync(service, nil, attributes, nil, &unlocked, &locked, nil) != 0,
            g_strv_length(unlocked) == 1, g_strv_length(locked) == 0, let path = unlocked?[0]
        else { return nil }
        return String(cString: path)
    }
}
#endif
