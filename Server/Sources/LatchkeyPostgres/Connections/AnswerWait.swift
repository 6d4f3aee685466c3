/// How long an answer is waited for.
struct AnswerWait {
    /// The moment at which ``whenLate`` is called, or, where that is nil, the wait ends.
    private(set) var deadline: Deadline?
    /// Called once, when the deadline has passed; the wait goes on.
    private let whenLate: (() -> Void)?
    /// Asked about once a second behind the deadline: whether nobody is left who wants the answer.
    private let isAbandoned: () -> Bool

    /// Waits until the deadline.
    static func until(_ deadline: Deadline) -> AnswerWait {
        AnswerWait(deadline: deadline, whenLate: nil, isAbandoned: { false })
    }

    /// Waits for as long as it takes. Calls `whenLate` at the deadline.
    static func past(
        _ deadline: Deadline, whenLate: @escaping () -> Void, isAbandoned: @escaping () -> Bool
    ) -> AnswerWait {
        AnswerWait(deadline: deadline, whenLate: whenLate, isAbandoned: isAbandoned)
    }

    /// What poll(2) may wait for at a time, in milliseconds.
    var milliseconds: Int32 { deadline?.remaining.milliseconds ?? 1000 }

    /// Whether the wait ends now, after a time in which no answer came.
    mutating func isOver() -> Bool {
        guard let deadline else { return isAbandoned() }
        guard deadline.hasPassed else { return false }
        guard let whenLate else { return true }
        self.deadline = nil
        whenLate()
        return isAbandoned()
    }
}
