/// The deadline and cancellation of a wait for a response.
struct ResponseWait {
    /// The time when ``whenLate`` is called, or if that is nil, when the wait ends.
    private(set) var deadline: Deadline?
    /// Called once at the deadline; the wait continues.
    private let whenLate: (() -> Void)?
    /// Called once a second after the deadline. Returns true if no one needs the response.
    private let isAbandoned: () -> Bool
    /// When the wait is slow, and what is called then; it continues.
    private var slow: (at: Deadline, call: () -> Void)?

    /// A wait that ends at the deadline.
    static func until(_ deadline: Deadline) -> ResponseWait {
        ResponseWait(deadline: deadline, whenLate: nil, isAbandoned: { false })
    }

    /// A wait that ends at the deadline. Calls `whenSlow` once, if there is no response after `patience`, or at the
    /// deadline if that is earlier.
    static func until(_ deadline: Deadline, patience: Duration, whenSlow: @escaping () -> Void) -> ResponseWait {
        var wait = until(deadline)
        wait.slow = (min(.in(patience), deadline), whenSlow)
        return wait
    }

    /// A wait without an end. Calls `whenLate` at the deadline.
    static func past(
        _ deadline: Deadline, whenLate: @escaping () -> Void, isAbandoned: @escaping () -> Bool
    ) -> ResponseWait {
        ResponseWait(deadline: deadline, whenLate: whenLate, isAbandoned: isAbandoned)
    }

    /// Timeout for one call of poll(2), in milliseconds.
    var milliseconds: Int32 { (slow?.at ?? deadline)?.remaining.milliseconds ?? 1000 }

    /// Whether the wait ends, after a timeout without a response.
    mutating func isOver() -> Bool {
        if let slow, slow.at.hasPassed {
            self.slow = nil
            slow.call()
        }
        guard let deadline else { return isAbandoned() }
        guard deadline.hasPassed else { return false }
        guard let whenLate else { return true }
        self.deadline = nil
        whenLate()
        return isAbandoned()
    }
}
