import CPostgres

/// The notices of the server: warnings, and the reason why it ends the connection.
final class NoticeLog {
    /// The number of warnings.
    private(set) var warnings = 0
    /// The code of the latest warning.
    private(set) var newestWarning: SQLState?
    /// The server's reason for ending the connection; nil if it does not.
    private(set) var farewell: SQLState?
    /// Whether the server has announced the end of the connection.
    private(set) var isEnding = false

    /// Records the notices of a connection.
    ///
    /// - Parameter handle: A libpq connection, which must not be used after this object is freed.
    func attach(to handle: OpaquePointer) {
        // libpq calls this on the thread of the connection, which keeps this object alive.
        let receiver: PQnoticeReceiver = { context, result in
            guard let context, let result else { return }
            Unmanaged<NoticeLog>.fromOpaque(context).takeUnretainedValue().record(result)
        }
        _ = PQsetNoticeReceiver(handle, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    private func record(_ result: OpaquePointer) {
        // The non-localized severity (https://www.postgresql.org/docs/15/protocol-error-fields.html).
        let severity = ResultField.severity.text(of: result)
        let state = ResultField.state.text(of: result).flatMap { SQLState($0) }
        switch severity {
        case "NOTICE", "DEBUG", "INFO", "LOG": return
        case "ERROR", "FATAL", "PANIC":
            isEnding = true
            farewell = state
        default: break
        }
        // Without a severity it counts as a warning.
        warnings += 1
        newestWarning = state
    }
}
