extension LogindFinding {
    /// Looks for logind, and for the session that ``LogindLifecycleSource`` follows.
    static func look(on bus: String, process: Int32) async -> LogindFinding {
        do throws(DBusError) {
            let connection = try await DBusConnection.open(bus)
            guard let logind = try await connection.owner(of: LogindWatch.service) else {
                return LogindFinding(session: nil, problem: "logind does not run")
            }
            let manager = logind.object("/org/freedesktop/login1", LogindSession.manager)
            let path = try await LogindSession.path(of: UInt32(process), by: manager)
            return LogindFinding(session: try await LogindSession.name(of: path, by: logind))
        } catch .unexpectedAnswer {
            return LogindFinding(session: nil, problem: "this user has no session at a screen")
        } catch {
            return LogindFinding(session: nil, problem: error.text)
        }
    }
}
