@testable import LatchkeyServer

extension MailWorker {
    /// Works until nothing is left to do.
    func drain() async throws {
        try await makeAll()
        try await sendAll()
    }
}

extension OutboxRows {
    /// Returns the email that has been due longest, notices last.
    func nextDue(at now: Timestamp) throws -> QueuedMail? {
        try nextDue(at: now, isNotice: false, except: [])?.value ?? nextDue(at: now, isNotice: true, except: [])?.value
    }
}

extension MailRequestRows {
    /// Returns the oldest request not yet rendered.
    func nextPending() throws -> MailRequest? { try pending(limit: 1, except: []).first?.value }
}
