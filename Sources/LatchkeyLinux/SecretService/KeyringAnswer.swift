internal import CGLib

/// Where GLib leaves an answer, or says that none will come: it always calls back, since a call has a timeout.
final class KeyringAnswer {
    static let end: GAsyncReadyCallback = { bus, result, answer in
        guard let answer else { return }
        Unmanaged<KeyringAnswer>.fromOpaque(answer).takeRetainedValue().outcome = Result { () throws(KeyringFailure) in
            let reply = try calling { g_dbus_connection_call_finish(bus.map { OpaquePointer($0) }, result, $0) }
            guard let reply else { throw KeyringFailure(.other, "no answer") }
            return VariantReference(taking: reply)
        }
    }

    private(set) var outcome: KeyringCall.Outcome?

    /// A pointer that keeps this for the one time that GLib calls back.
    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
}
