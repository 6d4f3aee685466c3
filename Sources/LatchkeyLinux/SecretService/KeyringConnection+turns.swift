internal import CGLib
internal import Foundation

extension KeyringConnection {
    /// Runs the body while no other connection to this bus runs one for the same service. Returns nil when another one
    /// does not end.
    ///
    /// The turn is a name on the bus, which has one owner at a time and is given back with the connection: whatever
    /// ends this process ends its turn.
    func inTurn<Value>(
        of service: String, patience: Duration, _ body: () throws(KeyringFailure) -> Value
    ) throws(KeyringFailure) -> Value? {
        let name = Self.turnName(of: service)
        let end = ContinuousClock.now + patience
        while try request(name) == false {
            guard ContinuousClock.now < end else { return nil }
            usleep(1000)
        }
        // When the bus does not hear this, it has closed the connection, and the turn is over.
        defer { tellBus("ReleaseName", [Sent.text(name)]) }
        return try body()
    }

    /// Asked for again and again: a place in the queue would be given while nobody waits for it any more.
    private func request(_ name: String) throws(KeyringFailure) -> Bool {
        let doNotQueue: UInt32 = 4
        let reply = try askBus("RequestName", [Sent.text(name), Sent.number(doNotQueue)])
        let primaryOwner: UInt32 = 1
        return reply.member(0)?.number == primaryOwner
    }

    /// Waits for no answer: whatever this connection asks next comes after it.
    private func tellBus(_ method: String, _ arguments: [Sent.Value]) {
        tell(method, of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", arguments, to: "org.freedesktop.DBus")
    }

    private func askBus(
        _ method: String, _ arguments: [Sent.Value]
    ) throws(KeyringFailure) -> VariantReference {
        try call(
            method, of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", arguments, to: "org.freedesktop.DBus")
    }

    /// A digest, since a bus name has few characters.
    static func turnName(of service: String) -> String {
        guard let digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, service, -1) else { return "latchkey.turn" }
        defer { g_free(digest) }
        return "latchkey.turn.s\(String(cString: digest))"
    }
}
