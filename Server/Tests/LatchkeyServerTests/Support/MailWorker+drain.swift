@testable import LatchkeyServer

extension MailWorker {
    /// Works until nothing is left to do now.
    func drain() async throws {
        try await makeAll()
        try await sendAll()
    }
}

extension OutboxRows {
    /// The mail that is due longest, notices last.
    func nextDue(at now: Timestamp) throws -> QueuedMail? {
        try nextDue(at: now, isNotice: false, except: [])?.value ?? nextDue(at: now, isNotice: true, except: [])?.value
    }
}

extension MailRequestRows {
    /// The oldest one that is not made yet.
    func nextPending() throws -> MailRequest? { try pending(limit: 1, except: []).first?.value }
}
