#if os(Linux)
import CGLib

/// A baseline client of fprintd: the same calls in C, without Latchkey's code.
final class PlainReader {
    private static let (name, path) = ("net.reactivated.Fprint", "/net/reactivated/Fprint/Device/0")
    private static let interface = "net.reactivated.Fprint.Device"

    private let bus: OpaquePointer
    private let context = g_main_context_new()
    /// The result of the verification; nil until fprintd reports it.
    private var isMatch: Bool?

    /// Connects to the bus at the address. Returns nil on failure.
    init?(bus address: String) {
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        guard let bus = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil) else { return nil }
        self.bus = bus
        // Signals are delivered to the main context that subscribed.
        g_main_context_push_thread_default(context)
        g_dbus_connection_signal_subscribe(
            bus, Self.name, Self.interface, "VerifyStatus", Self.path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, values, data in
                guard let values, let data else { return }
                Unmanaged<PlainReader>.fromOpaque(data).takeUnretainedValue().hear(values)
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        g_main_context_pop_thread_default(context)
    }

    deinit {
        g_dbus_connection_close_sync(bus, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(bus))
        g_main_context_unref(context)
    }

    /// Claims the reader and starts verification. Returns whether it succeeded.
    func begin() -> Bool {
        isMatch = nil
        return call("Claim", "") && call("VerifyStart", "any")
    }

    /// Waits for fprintd's result, and releases the reader. Returns whether the finger matches.
    func end() -> Bool {
        while isMatch == nil { g_main_context_iteration(context, 1) }
        return call("VerifyStop") && call("Release") && isMatch == true
    }

    private func hear(_ values: OpaquePointer) {
        let (status, isOver) = (g_variant_get_child_value(values, 0), g_variant_get_child_value(values, 1))
        defer {
            g_variant_unref(status)
            g_variant_unref(isOver)
        }
        guard g_variant_get_boolean(isOver) != 0 else { return }
        isMatch = String(cString: g_variant_get_string(status, nil)) == "verify-match"
    }

    private func call(_ method: String, _ argument: String? = nil) -> Bool {
        var value = argument.flatMap { g_variant_new_string($0) }
        let arguments = value == nil ? nil : g_variant_new_tuple(&value, 1)
        let reply = g_dbus_connection_call_sync(
            bus, Self.name, Self.path, Self.interface, method, arguments, nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
        guard let reply else { return false }
        g_variant_unref(reply)
        return true
    }
}
#endif
