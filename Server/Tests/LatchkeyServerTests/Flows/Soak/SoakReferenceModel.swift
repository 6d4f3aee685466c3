import Testing

@testable import LatchkeyServer

/// The model as a Swift value, following an account of a killed server. Derives steps from changes of rows, and applies
/// them. Rejects steps that the model does not allow.
struct SoakReferenceModel {
    private(set) var model = AttemptModel(limits: .server)
    /// The number of failed attempts.
    private(set) var failed = 0
    private(set) var isDeleted = false
    /// Whether the passcode was replaced since the last attempt: a session may have been unlocked.
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
            // The model has already removed those that a failure ends.
            if model.rows.sessions[change.id] != nil { try model.apply(.end(change.id)) }
        }
    }

    /// Settles a deleted attempt, according to its transaction's next change.
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
        // No effect, or a longer timeout, which is not in these rows.
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
        // A correct passcode clears the failures and then unlocks: one step of the model.
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

    private func demand(_ isAllowed: Bool, _ change: RowChange) throws(AttemptModel.Rejection) {
        guard !isAllowed else { return }
        throw AttemptModel.Rejection(description: "no step of the model makes \(change) of \(model.rows)")
    }

    /// Lets the model follow the database's log, and compares its end with the rows.
    static func check(_ all: [SoakBooks], _ data: DataFolder) throws {
        var failed = 0
        let log = try TransitionLog.changes(in: data)
        // Each account started at least one session, so the log is not empty.
        #expect(log.count >= all.count(where: \.hasAccount))
        for (account, changes) in log {
            var twin = SoakReferenceModel()
            #expect(throws: Never.self, "\(account)") { try twin.follow(changes) }
            failed += twin.failed
            if !twin.isDeleted { try twin.check(account, data.probe()) }
        }
        // Each reported failure was a reserved and settled attempt.
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
