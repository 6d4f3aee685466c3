extension SQLiteSession {
    static let gate = Statement(
        """
        SELECT \(GateSession.list),
            EXISTS (SELECT 1 FROM reservations WHERE account_id = u.id AND reserved_at <= $2)
        FROM session_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.account_id
        WHERE t.digest = $1
        """)

    /// Returns the session of a token for the gate, or nil.
    ///
    /// - Parameter time: Attempts reserved until this time have expired.
    func gateSession(tokenDigest: String, attemptsReservedUpTo time: Timestamp) throws -> GateSession? {
        try rows(Self.gate, [.digest(tokenDigest), .time(time)], Self.gateSession).first
    }

    static func gateSession(in found: any FoundRow) throws -> GateSession {
        var session = try GateSession(found)
        session.hasStaleAttempt = try found.flag(GateSession.columns.count) ?? true
        return session
    }
}
