import Foundation
import Logging

/// The sender of queued emails.
struct EmailSender: Sendable {
    /// Time for which a worker reserves an email, unless it renews the lease. An email of a killed process waits at
    /// most this long.
    static let lease: Duration = .seconds(3)
    /// The interval between renewals of the lease: two may fail before it expires.
    static let renewal: Duration = .seconds(1)
    /// Maximum delay between attempts.
    static let longestPause: Duration = .hours(1)

    let store: any Store
    let sealer: Sealer
    let fromAddress: FromAddress
    let transport: any EmailTransport
    let unreadable: UnreadableRows
    let logger: Logger

    /// Sends the next email. Returns whether there was one.
    ///
    /// The email is removed from the outbox after it was sent. If the server is killed in between, it is sent twice,
    /// but never lost.
    func sendNext() async throws -> Bool {
        guard let email = try await take() else { return false }
        let content: EmailContent
        do {
            let bytes = try sealer.open(email.sealedMessage, for: .emailBody, context: email.id)
            content = try JSONDecoder().decode(EmailContent.self, from: Data(bytes))
        } catch {
            try await quarantine(email)
            return true
        }
        do {
            try await send(
                OutgoingEmail(
                    id: email.id, from: fromAddress, recipient: email.recipient, content: content,
                    createdAt: email.createdAt, failures: email.failures))
        } catch {
            try await settle(email, failure: error)
            return true
        }
        try await remove(email) { try $0.noteEmailAccepted(by: email.recipient) }
        return true
    }

    /// Reserves the next email for the ``lease``. Notices come last.
    private func take() async throws -> QueuedEmail? {
        // Usually there is no email, and reading requires no lock.
        guard try await isAnyDue() else { return nil }
        return try await store.write(on: .queue) { [unreadable] transaction in
            let now = transaction.now
            // Only a clock change causes such a long delay, or an email from the future.
            try transaction.outbox.clampTimestamps(
                to: now, laterThan: now + Self.longestPause, madeAfter: now + Session.clockTolerance)
            for isNotice in [false, true] {
                while let row = try transaction.outbox.claimDue(
                    at: now, until: now + Self.lease, isNotice: isNotice, except: unreadable.keys(in: .outbox))
                {
                    if let email = row.value { return email }
                    guard unreadable.quarantine(row.key, in: .outbox) else { break }
                }
            }
            return nil
        }
    }

    private func isAnyDue() async throws -> Bool {
        let excluded = unreadable.keys(in: .outbox)
        return try await store.read { transaction in
            let (outbox, now) = (transaction.outbox, transaction.now)
            return try outbox.isAny(laterThan: now + Self.longestPause, madeAfter: now + Session.clockTolerance)
                || [false, true].contains { try outbox.nextDue(at: now, isNotice: $0, except: excluded) != nil }
        }
    }

    /// Quarantines an email that this server cannot decrypt: it is damaged, or uses a newer key.
    private func quarantine(_ email: QueuedEmail) async throws {
        unreadable.quarantine(UnreadableRows.key(ofID: email.id), in: .outbox)
        try await store.write(on: .queue) { try $0.outbox.hold(id: email.id, until: email.nextAttemptAt) }
    }

    /// Sends the email, and renews the lease meanwhile.
    private func send(_ email: OutgoingEmail) async throws(EmailTransportError) {
        let renewals = Task { [store] in
            while (try? await Task.sleep(for: Self.renewal)) != nil {
                // If the renewal fails, another worker may send the email: twice rather than never.
                try? await store.write(on: .queue, as: .emailInProgress) { transaction in
                    try transaction.outbox.hold(id: email.id, until: transaction.now + Self.lease)
                }
            }
        }
        let result: Result<Void, EmailTransportError>
        do {
            result = .success(try await transport.send(email))
        } catch {
            result = .failure(error)
        }
        renewals.cancel()
        // A later renewal would undo the result.
        await renewals.value
        try result.get()
    }

    private func settle(_ email: QueuedEmail, failure: any Error) async throws {
        let error = failure as? EmailTransportError
        // Only the type: descriptions of other errors may contain values.
        let reason = error.map { "\($0)" } ?? "\(type(of: failure))"
        logger.log(
            level: error?.needsOperator ?? true ? .error : .warning, "email not sent",
            metadata: ["mail": "\(email.id)", "reason": "\(reason)"])
        switch error {
        case .rejected(_, let isAddress):
            try await remove(email) { transaction in
                guard isAddress else { return }
                try transaction.noteDeliveryStatus(.rejected, of: email.recipient, at: transaction.now)
            }
        case .deferred(_, let retryAfter): try await postpone(email, atLeast: retryAfter ?? .zero)
        case .misconfigured, .unreachable, .interrupted, nil: try await postpone(email, atLeast: .zero)
        }
    }

    /// Removes the email from the outbox, and stores the result in its account. Removes it even if the account cannot
    /// be read, because it would be sent again and again.
    private func remove(
        _ email: QueuedEmail, noting outcome: @escaping @Sendable (Transaction) throws -> Void
    ) async throws {
        do {
            try await store.write(on: .address(email.recipient), as: .emailInProgress) { transaction in
                try transaction.outbox.delete(id: email.id)
                try outcome(transaction)
            }
        } catch let error as StoreError {
            throw error
        } catch {
            try await store.write(on: .queue, as: .emailInProgress) { try $0.outbox.delete(id: email.id) }
        }
    }

    /// Schedules a retry after 30 s, doubled each time up to an hour, but not before the other side allows.
    private func postpone(_ email: QueuedEmail, atLeast pause: Duration) async throws {
        let delay = Duration.seconds(min(3600, 30 << min(max(email.failures, 0), 7)))
        try await store.write(on: .queue, as: .emailInProgress) { transaction in
            try transaction.outbox.postpone(
                id: email.id, until: transaction.now + min(max(delay, pause), Self.longestPause),
                failures: email.failures + 1)
        }
    }
}
