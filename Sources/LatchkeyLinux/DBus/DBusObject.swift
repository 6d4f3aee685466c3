/// One interface of an object of a process.
struct DBusObject: Sendable {
    let peer: DBusPeer
    let path: String
    let interface: String

    /// Calls the method and returns its reply. Cancelling the task stops the wait; the other process may still do what
    /// it was asked to.
    func call(
        _ method: String, _ arguments: DBusArgument..., timeout: Duration = DBusCall.defaultTimeout
    ) async throws(DBusError) -> DBusReply {
        let call = DBusCall(
            recipient: peer.name, path: path, interface: interface, method: method, arguments: arguments,
            timeout: timeout)
        return try await call.send(on: peer.connection)
    }
}
