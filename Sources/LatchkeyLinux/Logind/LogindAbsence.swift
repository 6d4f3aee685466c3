/// Events that logind cannot report to this process.
public enum LogindAbsence: Hashable, Sendable {
    /// There is no system bus or no logind: neither locks nor sleep are reported.
    case noLogind
    /// The process belongs to no session, and its user has no graphical one: only sleep is reported.
    case noSession
    /// The system does not let this process delay sleep. Sleep is reported, but the machine may sleep before the app
    /// has locked.
    case noDelay
}
