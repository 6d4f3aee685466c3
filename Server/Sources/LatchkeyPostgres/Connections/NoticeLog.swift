import CPostgres

/// What the server said beside its answers: warnings, and why it ends the connection.
final class NoticeLog {
    /// How many warnings there were.
    private(set) var warnings = 0
    /// The code of the newest warning.
    private(set) var newestWarning: SQLState?
    /// Why the server ends the connection; nil while it does not.
    private(set) var farewell: SQLState?
    /// Whether it has said that it ends the connection.
    private(set) var isEnding = false

    /// - Parameter handle: A connection of libpq's, which must not be used any more when this object is gone.
    func attach(to handle: OpaquePointer) {
        // Called by libpq on the thread that uses the connection, which holds this object for as long.
        let receiver: PQnoticeReceiver = { context, result in
            guard let context, let result else { return }
            Unmanaged<NoticeLog>.fromOpaque(context).takeUnretainedValue().record(result)
        }
        _ = PQsetNoticeReceiver(handle, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    private func record(_ result: OpaquePointer) {
        // Not the severity as people read it, which is in the server's language
        // (https://www.postgresql.org/docs/15/protocol-error-fields.html).
        let severity = ResultField.severity.text(of: result)
        let state = ResultField.state.text(of: result).flatMap { SQLState($0) }
        switch severity {
        case "NOTICE", "DEBUG", "INFO", "LOG": return
        case "ERROR", "FATAL", "PANIC":
            isEnding = true
            farewell = state
        default: break
        }
        // What has no severity counts as a warning.
        warnings += 1
        newestWarning = state
    }
}
