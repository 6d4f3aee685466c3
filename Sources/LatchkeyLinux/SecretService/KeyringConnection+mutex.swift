internal import CGLib
internal import Foundation
internal import Synchronization

extension KeyringConnection {
    /// Makes the call and runs the body on its reply while this connection holds the service's mutex, exclusively on
    /// this bus. Returns nil at the end of the timeout. The mutex is held until `releaseMutex()`, unless the body
    /// throws.
    ///
    /// The mutex is a name on the bus, which has one owner at a time. It is released with the connection, however this
    /// process ends.
    ///
    /// - Parameters:
    ///   - service: The service whose secrets are changed.
    ///   - timeout: The maximum wait for the mutex.
    ///   - call: The call. It may be made twice.
    ///   - body: Called at most once, with a reply that was sent while the mutex was held.
    func withMutex<Value>(
        of service: String, timeout: Duration, calling call: () -> DBusCall,
        _ body: ([DBusValue]) throws(KeyringFailure) -> Value
    ) throws(KeyringFailure) -> Value? {
        let name = Self.mutexName(of: service)
        // Sent together. The bus handles the calls of a connection in order: it has granted or denied the mutex before
        // it forwards the second call.
        let (granted, early) = send(requestName(name), then: call())
        let isFirst = try Self.values(of: granted).first == Self.primaryOwner
        guard isFirst ? true : try wait(for: name, until: .now + timeout) else { return nil }
        ownedMutex.withLock { $0 = name }
        do throws(KeyringFailure) {
            // A reply from before the mutex was granted may be out of date.
            return try body(isFirst ? try Self.values(of: early) : try send(call()))
        } catch {
            releaseMutex()
            throw error
        }
    }

    /// Releases the mutex, if this connection holds it.
    ///
    /// Does not wait for a reply. The next call of this connection comes after it. If the bus does not receive it, the
    /// connection is closed, which also releases the mutex.
    func releaseMutex() {
        let name = ownedMutex.withLock { $0.take() }
        if let name { sendOnly(DBusCall(toBus: "ReleaseName", .string(name), timeout: timeout)) }
    }

    /// The reply of `RequestName` if the name is granted.
    private static let primaryOwner = DBusValue.uint32(1)

    /// Waits for the name by polling: a place in the bus's queue could be granted after this caller has timed out.
    private func wait(for name: String, until deadline: ContinuousClock.Instant) throws(KeyringFailure) -> Bool {
        while ContinuousClock.now < deadline {
            usleep(1000)
            if try send(requestName(name)).first == Self.primaryOwner { return true }
        }
        return false
    }

    private func requestName(_ name: String) -> DBusCall {
        let doNotQueue: UInt32 = 4
        return DBusCall(toBus: "RequestName", .string(name), .uint32(doNotQueue), timeout: timeout)
    }

    private static func values(of outcome: DBusCall.Outcome) throws(KeyringFailure) -> [DBusValue] {
        do throws(GLibError) { return try outcome.get() } catch { throw KeyringFailure(error) }
    }

    /// Returns the mutex's name on the bus: a digest, since bus names allow only few characters. Processes of all
    /// versions share the name.
    static func mutexName(of service: String) -> String {
        guard let digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, service, -1) else { return "latchkey.turn" }
        defer { g_free(digest) }
        return "latchkey.turn.s\(String(cString: digest))"
    }
}
