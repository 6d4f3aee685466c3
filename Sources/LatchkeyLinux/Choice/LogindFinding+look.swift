extension LogindFinding {
    /// Looks for logind, and for the session that ``LogindLifecycleSource`` follows.
    ///
    /// - Parameters:
    ///   - bus: Where.
    ///   - process: Whose session.
    ///   - patience: How long each question waits for its answer.
    static func look(on bus: String, process: Int32, patience: Duration = .seconds(2)) async -> LogindFinding {
        do throws(DBusError) {
            let connection = try await DBusConnection.open(bus)
            guard let logind = try await connection.owner(of: LogindWatch.service) else {
                return LogindFinding(session: nil, problem: "logind does not run")
            }
            let manager = logind.object("/org/freedesktop/login1", LogindSession.manager)
            let path = try await LogindSession.path(of: UInt32(process), by: manager, patience: patience)
            let name = try await LogindSession.name(of: path, by: logind, patience: patience)
            return LogindFinding(session: name)
        } catch .timedOut {
            return LogindFinding(session: nil, problem: "logind does not answer in time")
        } catch .unexpectedAnswer {
            return LogindFinding(session: nil, problem: "this user has no session at a screen")
        } catch {
            return LogindFinding(session: nil, problem: error.text)
        }
    }
}
