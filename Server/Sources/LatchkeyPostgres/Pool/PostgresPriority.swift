/// The priority of queued work.
package enum PostgresPriority: Int, CaseIterable, Sendable {
    /// Work that no caller waits for. After half of its time it precedes ``normal``, so that it does not starve under
    /// constant load.
    case background
    case normal
    case elevated
    case high
    case highest
}
