import Testing

@testable import LatchkeyServer

/// The model as a Swift value beside an account of a server that was killed: reads steps from the changes of rows, and
/// takes them. What the model does not allow is refused.
struct SoakTwin {
    private(set) var model = AttemptModel(limits: .server)
    /// How many attempts have become failures.
    private(set) var failed = 0
    private(set) var isDeleted = false
    /// Whether the passcode is another, since when no attempt was made: whoever set it may have opened a session.
    private var isReplaced = false

    mutating func follow(_ changes: [RowChange]) throws {
        for (number, change) in changes.enumerated() {
            try take(change, before: number + 1 < changes.count ? changes[number + 1] : nil)
        }
    }

    private mutating func take(_ change: RowChange, before next: RowChange?) throws {
        switch change.kind {
        case .reserved:
            isReplaced = false
            try model.apply(.reserve(change.id, session: change.sessionID, .unlock))
        case .removed:
            isReplaced = false
            try settle(change.id, before: next)
        case .account: try takeAccount(change)
        case .deleted: isDeleted = true
        case .begun: try model.apply(.enter(change.id, isLocked: change.isClosed))
        case .session: try takeSession(change, before: next)
        case .ended:
            // Those that a failure ends are gone in the model already.
            if model.rows.sessions[change.id] != nil { try model.apply(.end(change.id)) }
        }
    }

    /// What an attempt that is gone was settled as, its transaction's next change tells.
    private mutating func settle(_ id: String, before next: RowChange?) throws {
        guard let next, let session = model.rows.attempts[id]?.session else { return try model.apply(.delete(id)) }
        let isCleared = next.failures.new == 0 && next.failures.old > 0
        switch next.kind {
        case .account where next.failures.new == next.failures.old + 1:
            failed += 1
            try model.apply(.count(id))
        case .account where isCleared != next.isOtherVersion, .deleted:
            try model.apply(.open(id, .unlock))
        case .session where next.id == session && (isCleared || next.isOtherVersion && !next.isClosed):
            try model.apply(.open(id, .unlock))
        // Of no effect; or it lengthened the timeout, which no row tells.
        default: try model.apply(.delete(id))
        }
    }

    private mutating func takeAccount(_ change: RowChange) throws {
        if change.isClosed, !model.rows.resetRequired { try model.apply(.requireReset) }
        if change.isOtherVersion {
            isReplaced = true
            try model.apply(.changePasscode(isReset: change.failures.new == 0 && !change.isClosed))
        }
        try demand(change.failures.new == model.rows.failures, change)
    }

    private mutating func takeSession(_ change: RowChange, before next: RowChange?) throws {
        guard let row = model.rows.sessions[change.id] else { return try demand(false, change) }
        // A right passcode clears the failures, and then unlocks: the model's step is both.
        if change.isClosed, !change.isOtherVersion, !row.isLocked, change.failures.new == 0, let next,
            next.kind == .session, next.id == change.id, next.isOtherVersion, !next.isClosed
        {
            return
        }
        if isReplaced, change.failures.new == 0 {
            return try model.apply(.replace(change.id, isLocked: change.isClosed))
        }
        try demand(change.failures.new == row.failures, change)
        if change.isClosed, change.isOtherVersion { return try model.apply(.lock(change.id)) }
        try demand(change.isClosed == row.isLocked, change)
    }

    private func demand(_ isAllowed: Bool, _ change: RowChange) throws(AttemptModel.Refusal) {
        guard !isAllowed else { return }
        throw AttemptModel.Refusal(description: "no step of the model makes \(change) of \(model.rows)")
    }

    /// Has the model follow what the database of a server has logged, and compares its end with the rows.
    static func check(_ all: [SoakBooks], _ data: DataFolder) throws {
        var failed = 0
        let log = try TransitionLog.changes(in: data)
        // Each account began a session at least: a log without it is one that nothing was written to.
        #expect(log.count >= all.count(where: \.hasAccount))
        for (account, changes) in log {
            var twin = SoakTwin()
            #expect(throws: Never.self, "\(account)") { try twin.follow(changes) }
            failed += twin.failed
            if !twin.isDeleted { try twin.check(account, data.probe()) }
        }
        // Each failure that a client was told of was an attempt that was reserved and settled.
        #expect(failed >= all.reduce(0) { $0 + $1.failures })
    }

    private func check(_ account: String, _ probe: DatabaseProbe) throws {
        let rows = try probe.rows("SELECT failures, reset_required FROM users WHERE id = '\(account)'")
        #expect(rows == [["\(model.rows.failures)", model.rows.resetRequired ? "1" : "0"]])
        let sessions = try probe.rows(
            "SELECT id, failures, lock IS NOT NULL FROM sessions WHERE account_id = '\(account)' ORDER BY id")
        #expect(
            sessions
                == model.rows.sessions.sorted { $0.key < $1.key }.map { id, row in
                    [id, "\(row.failures)", row.isLocked ? "1" : "0"]
                })
        let attempts = try probe.rows("SELECT id FROM reservations WHERE account_id = '\(account)' ORDER BY id")
        #expect(attempts == model.rows.attempts.keys.sorted().map { [$0] })
    }
}
