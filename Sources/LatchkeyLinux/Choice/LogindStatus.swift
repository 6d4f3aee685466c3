/// The session whose locks logind reports.
public struct LogindStatus: Hashable, Sendable {
    /// This process's session; nil if it has none or it is unknown.
    public var session: String?
    /// The reason that there is no session, as reported by the system; nil if there is one.
    public var problem: String?

    public init(session: String?, problem: String? = nil) { (self.session, self.problem) = (session, problem) }
}

extension LogindStatus {
    /// Finds logind and the process's session, like ``LogindLifecycleSource``. Waits for each reply until the timeout.
    static func probe(on bus: String, process: Int32, timeout: Duration = .seconds(2)) async -> LogindStatus {
        do throws(DBusError) {
            let connection = try await DBusConnection.open(bus)
            guard let logind = try await connection.owner(of: LogindWatch.service) else {
                return LogindStatus(session: nil, problem: ServiceText.absent.text("logind"))
            }
            let manager = logind.object("/org/freedesktop/login1", LogindSession.manager)
            let path = try await LogindSession.path(of: UInt32(process), by: manager, timeout: timeout)
            let name = try await LogindSession.name(of: path, by: logind, timeout: timeout)
            return LogindStatus(session: name)
        } catch .unexpectedResponse {
            return LogindStatus(session: nil, problem: ServiceText.noScreenSession.text())
        } catch {
            return LogindStatus(session: nil, problem: error.text(about: "logind"))
        }
    }
}
