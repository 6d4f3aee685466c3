/// Turns among the tasks of one process: for platforms where an app is one process, and for tests.
public actor InProcessSessionTurns: SessionTurns {
    private struct Turn: SessionTurn {
        let turns: InProcessSessionTurns
        func end() async { await turns.pass() }
    }

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Nobody has the turn.
    public init() {}

    public func begin() async -> any SessionTurn {
        if isTaken { await withCheckedContinuation { waiting.append($0) } }
        isTaken = true
        return Turn(turns: self)
    }

    private func pass() {
        // Stays taken when it is handed on, so that nobody slips in between.
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
