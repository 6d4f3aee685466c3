import LatchkeyLock
import LatchkeyPasscode

/// A passcode that was recently verified. A lock invalidates it.
struct Confirmation {
    /// The lifetime of a confirmation.
    static let lifetime = Duration.seconds(60)

    private let passcode: Passcode
    private let given: ClockReading
    private let ticket: LockState.Ticket

    init(_ passcode: Passcode, at given: ClockReading, ticket: LockState.Ticket) {
        (self.passcode, self.given, self.ticket) = (passcode, given, ticket)
    }

    /// Returns the passcode, or nil after its lifetime or a lock.
    func passcode(at now: ClockReading, ticket: LockState.Ticket) -> Passcode? {
        ticket == self.ticket && !now.hasReached(Self.lifetime, since: given) ? passcode : nil
    }
}
