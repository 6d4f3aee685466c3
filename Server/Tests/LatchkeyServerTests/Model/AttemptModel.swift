@testable import LatchkeyServer

/// `Server/Model/attempts.pml` as a value: the rows of one account, and the steps that change them. Rejects steps that
/// the model does not allow.
struct AttemptModel: Hashable, Sendable {
    struct Limits: Hashable, Sendable {
        let perSession: Int
        let perAccount: Int

        /// The limits of the model.
        static let model = Limits(perSession: 2, perAccount: 3)
        static let server = Limits(perSession: AttemptPolicy.perSession, perAccount: AttemptPolicy.perAccount)
    }

    /// An error for a step that the model does not allow.
    struct Rejection: Error, CustomStringConvertible {
        let description: String
    }

    let limits: Limits
    private(set) var rows: AttemptRows
    /// Evaluated wrong passcodes of active attempts since the last success: of the account, and of its sessions.
    private(set) var evaluated = 0
    private(set) var evaluatedInSession: [String: Int] = [:]

    init(limits: Limits, sessions: [String] = []) {
        self.limits = limits
        rows = AttemptRows(sessions: Dictionary(uniqueKeysWithValues: sessions.map { ($0, .init()) }))
    }

    mutating func apply(_ step: AttemptStep) throws(Rejection) {
        switch step {
        case .reserve(let id, let session, let purpose):
            try demand(rows.attempts[id] == nil, step)
            settleStale()
            try demand(allows(session, purpose), step)
            rows.attempts[id] = AttemptRows.Attempt(session: session)
        case .reject(let session, let purpose):
            settleStale()
            try demand(!allows(session, purpose), step)
        case .hash(let id, let isRight):
            if !isRight { try evaluate(id) }
        case .count(let id):
            settleStale()
            try demand(rows.attempts[id] != nil, step)
            fail(id)
        case .open(let id, let purpose):
            settleStale()
            try demand(opens(id, purpose), step)
            succeed(id, purpose)
        case .drop(let id):
            settleStale()
            try demand(rows.attempts[id] != nil && !opens(id, .unlock), step)
            rows.attempts[id] = nil
        case .miss(let id):
            settleStale()
            try demand(rows.attempts[id] == nil, step)
        case .delete(let id): rows.attempts[id] = nil
        case .expire(let id): rows.attempts[id]?.isStale = true
        case .sweep: settleStale()
        case .lock(let session):
            try demand(rows.sessions[session] != nil && !rows.isDisabled, step)
            rows.sessions[session]?.isLocked = true
            changeLock(of: session)
        case .end(let session):
            try demand(rows.sessions[session] != nil, step)
            end(session)
        case .enter(let session, let isLocked):
            try demand(rows.sessions[session] == nil, step)
            rows.sessions[session] = AttemptRows.Session(isLocked: isLocked)
        case .enable(let session):
            try demand(rows.sessions[session] != nil && rows.isDisabled, step)
            enable(from: session)
        case .reset(let session): reset(keeping: session)
        case .changePasscode(let isReset):
            outdateAttempts()
            if isReset { (rows.failures, rows.resetRequired, evaluated, evaluatedInSession) = (0, false, 0, [:]) }
        case .requireReset: rows.resetRequired = true
        case .replace(let session, let isLocked):
            try demand(rows.sessions[session] != nil, step)
            rows.sessions[session] = AttemptRows.Session(isLocked: isLocked)
            changeLock(of: session)
        case .unbelieved: try demand(false, step)
        }
    }

    private func demand(_ isAllowed: Bool, _ step: AttemptStep) throws(Rejection) {
        guard !isAllowed else { return }
        throw Rejection(description: "the model does not allow \(step) in \(rows)")
    }

    /// Returns whether an attempt may be reserved. Attempts in progress count as spent.
    private func allows(_ session: String, _ purpose: AttemptPurpose) -> Bool {
        guard let row = rows.sessions[session], !rows.resetRequired, purpose == .unlock || !row.isLocked else {
            return false
        }
        let isBusy = rows.attempts.values.contains { $0.session == session && !$0.isOrphan }
        return !isBusy && rows.failures + rows.attempts.count < limits.perAccount
    }

    private mutating func evaluate(_ id: String) throws(Rejection) {
        guard let attempt = rows.attempts[id], !attempt.isStale else { return }
        evaluated += 1
        if !attempt.isOrphan { evaluatedInSession[attempt.session, default: 0] += 1 }
        guard evaluated <= limits.perAccount, evaluatedInSession.values.allSatisfy({ $0 <= limits.perSession }) else {
            throw Rejection(description: "one evaluation too many, of \(id) in \(rows)")
        }
    }

    private func opens(_ id: String, _ purpose: AttemptPurpose) -> Bool {
        guard let attempt = rows.attempts[id], !attempt.isStale, !attempt.isOrphan, !attempt.isOutdated,
            !attempt.isLockChanged, let session = rows.sessions[attempt.session]
        else { return false }
        return !rows.resetRequired && (purpose == .unlock || !session.isLocked)
    }

    private mutating func succeed(_ id: String, _ purpose: AttemptPurpose) {
        guard let session = rows.attempts.removeValue(forKey: id)?.session else { return }
        (rows.failures, evaluated, evaluatedInSession[session]) = (0, 0, 0)
        rows.sessions[session]?.failures = 0
        if purpose != .disable {
            rows.sessions[session]?.isLocked = false
            changeLock(of: session)
        }
        guard purpose == .change || purpose == .disable && !rows.isDisabled else { return }
        if purpose == .disable { rows.isDisabled = true }
        outdateAttempts()
        for other in rows.sessions.keys where other != session { end(other) }
    }

    private mutating func settleStale() {
        for (id, attempt) in rows.attempts where attempt.isStale { fail(id) }
    }

    private mutating func fail(_ id: String) {
        guard let attempt = rows.attempts.removeValue(forKey: id) else { return }
        rows.failures += 1
        if !attempt.isOrphan { rows.sessions[attempt.session]?.failures += 1 }
        if rows.failures >= limits.perAccount {
            (rows.resetRequired, rows.isDisabled) = (true, false)
            outdateAttempts()
            for session in rows.sessions.keys { end(session) }
        } else if !attempt.isOrphan, let row = rows.sessions[attempt.session], row.failures >= limits.perSession {
            end(attempt.session)
        }
    }

    private mutating func reset(keeping session: String) {
        rows = AttemptRows(isDisabled: rows.isDisabled, sessions: [session: .init()])
        (evaluated, evaluatedInSession) = (0, [:])
    }

    private mutating func enable(from session: String) {
        rows.isDisabled = false
        outdateAttempts()
        for other in rows.sessions.keys where other != session {
            rows.sessions[other]?.isLocked = true
            changeLock(of: other)
        }
    }

    private mutating func end(_ session: String) {
        rows.sessions[session] = nil
        evaluatedInSession[session] = nil
        for (id, attempt) in rows.attempts where attempt.session == session {
            rows.attempts[id]?.isOrphan = true
            rows.attempts[id]?.isLockChanged = false
        }
    }

    private mutating func outdateAttempts() {
        for id in rows.attempts.keys { rows.attempts[id]?.isOutdated = true }
    }

    private mutating func changeLock(of session: String) {
        for (id, attempt) in rows.attempts where attempt.session == session && !attempt.isOrphan {
            rows.attempts[id]?.isLockChanged = true
        }
    }
}
