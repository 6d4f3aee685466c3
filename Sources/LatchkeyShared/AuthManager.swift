public import LatchkeySession

/// The account's session: another name for `SessionModel`.
public typealias AuthManager = SessionModel

extension SessionModel {
    /// The session of this process. Traps unless `Latchkey.configure(_:server:reason:)` was called.
    public static var shared: SessionModel {
        guard let session = Latchkey.current.account else { preconditionFailure(Latchkey.needsServer) }
        return session
    }
}

extension Latchkey {
    static let needsServer = "There is no account. Pass your server to Latchkey.configure(…, server:)."
}
