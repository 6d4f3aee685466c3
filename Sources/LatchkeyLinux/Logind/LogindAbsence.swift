/// What logind cannot tell this process.
public enum LogindAbsence: Hashable, Sendable {
    /// There is no system bus, or no logind on it: neither locks nor sleep are heard of.
    case noLogind
    /// The process belongs to no session, and its user has none at a screen: only sleep is heard of.
    case noSession
    /// The system does not let this process hold up sleep: it hears of sleep, and may be too late to lock before.
    case noDelay
}
