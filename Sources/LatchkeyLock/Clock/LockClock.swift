/// The clocks that the lock goes by.
public protocol LockClock: Sendable {
    /// Reads all clocks at once.
    func reading() -> ClockReading
}
