/// Which of the work that waits goes first; of the same priority, what came first.
package enum PostgresPriority: Int, CaseIterable, Sendable {
    /// What nobody waits for. Once half of its time has passed it goes before ``normal``: under a load that does not
    /// end it would never run.
    case background
    case normal
    case elevated
    case high
    case highest
}
