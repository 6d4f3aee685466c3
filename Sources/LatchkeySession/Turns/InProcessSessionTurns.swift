internal import Foundation

/// Turns among the tasks of one process: for platforms where an app is one process, and for tests.
public actor InProcessSessionTurns: SessionTurns {
    private struct Turn: SessionTurn {
        let turns: InProcessSessionTurns
        func end() async { await turns.pass() }
    }

    private struct Waiter {
        let id: UUID
        /// Gets whether it is the waiter's turn.
        let continuation: CheckedContinuation<Bool, Never>
    }

    private var isTaken = false
    private var waiting: [Waiter] = []

    public init() {}

    public func begin() async throws(SessionError) -> any SessionTurn {
        if Task.isCancelled { throw .cancelled }
        if isTaken {
            guard await waitInLine() else { throw .cancelled }
        }
        isTaken = true
        return Turn(turns: self)
    }

    private func waitInLine() async -> Bool {
        let id = UUID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The handler may have run before there was anything to leave.
                guard !Task.isCancelled else { return continuation.resume(returning: false) }
                waiting.append(Waiter(id: id, continuation: continuation))
            }
        } onCancel: {
            Task { await self.leave(id) }
        }
    }

    private func leave(_ id: UUID) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).continuation.resume(returning: false)
    }

    private func pass() {
        // Stays taken when it is handed on, so that nobody slips in between.
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().continuation.resume(returning: true) }
    }
}
