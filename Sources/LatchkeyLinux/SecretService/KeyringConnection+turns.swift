internal import CGLib
internal import Foundation
internal import Synchronization

extension KeyringConnection {
    /// Asks, and runs the body on the answer, while no other connection to this bus does so for the same service.
    /// Returns nil when another one does not end. The turn goes on until `endTurn()` unless the body throws.
    ///
    /// The turn is a name on the bus, which has one owner at a time and is given back with the connection: whatever
    /// ends this process ends its turn.
    ///
    /// - Parameters:
    ///   - service: Whose secrets are to be changed.
    ///   - timeout: How long others are waited for.
    ///   - question: What to ask; made anew for each time that it is.
    ///   - body: Called once or never, with an answer that was given in this turn.
    func inTurn<Value>(
        of service: String, timeout: Duration, asking question: () -> KeyringCall,
        _ body: (VariantReference) throws(KeyringFailure) -> Value
    ) throws(KeyringFailure) -> Value? {
        let name = Self.turnName(of: service)
        // Not one after the other: the bus works on what one sends in that order, so it has given the turn, or refused
        // it, when it passes the question on.
        let (given, early) = call(request(name), then: question())
        let isFirst = try isTurn(given)
        guard isFirst ? true : try wait(for: name, until: .now + timeout) else { return nil }
        turn.withLock { $0 = name }
        do throws(KeyringFailure) {
            // What the keyring said while another had the turn may have been changed since.
            return try body(isFirst ? try early.get() : try call(question()))
        } catch {
            endTurn()
            throw error
        }
    }

    /// Gives the turn back if there is one.
    ///
    /// Waits for no answer: whatever this connection asks next comes after it, and when the bus does not hear it, it
    /// has closed the connection, and the turn is over.
    func endTurn() {
        let name = turn.withLock { $0.take() }
        if let name { tell(KeyringCall(toBus: "ReleaseName", [Sent.text(name)])) }
    }

    /// Asks again and again: a place in the queue would be given while nobody waits for it any more.
    private func wait(for name: String, until end: ContinuousClock.Instant) throws(KeyringFailure) -> Bool {
        while ContinuousClock.now < end {
            usleep(1000)
            if try isTurn(.success(try call(request(name)))) { return true }
        }
        return false
    }

    private func request(_ name: String) -> KeyringCall {
        let doNotQueue: UInt32 = 4
        return KeyringCall(toBus: "RequestName", [Sent.text(name), Sent.number(doNotQueue)])
    }

    private func isTurn(_ answer: KeyringCall.Outcome) throws(KeyringFailure) -> Bool {
        let primaryOwner: UInt32 = 1
        return try answer.get().member(0)?.number == primaryOwner
    }

    /// A digest, since a bus name has few characters.
    static func turnName(of service: String) -> String {
        guard let digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, service, -1) else { return "latchkey.turn" }
        defer { g_free(digest) }
        return "latchkey.turn.s\(String(cString: digest))"
    }
}
