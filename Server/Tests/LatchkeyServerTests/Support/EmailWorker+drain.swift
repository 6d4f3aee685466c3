@testable import LatchkeyServer

extension EmailWorker {
    /// Works until nothing is left to do.
    func drain() async throws {
        try await makeAll()
        try await sendAll()
    }
}

extension OutboxRows {
    /// Returns the email that has been due longest, notices last.
    func nextDue(at now: Timestamp) throws -> QueuedEmail? {
        try nextDue(at: now, isNotice: false, except: [])?.value ?? nextDue(at: now, isNotice: true, except: [])?.value
    }
}

extension EmailRequestRows {
    /// Returns the oldest request not yet rendered.
    func nextPending() throws -> PendingEmailRequest? { try pending(limit: 1, except: []).first?.value }
}
