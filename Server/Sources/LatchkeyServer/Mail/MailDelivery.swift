import Logging

/// Sends the mails that wait in the outbox, and settles what became of each.
struct MailDelivery: Sendable {
    /// Who takes a mail has this long to send it before another worker may.
    static let lease: Duration = .minutes(1)

    let dependencies: Dependencies
    let transport: any MailTransport

    /// Sends the mail whose turn it is. Returns whether there was one.
    ///
    /// It is taken out of the outbox after it was sent: killed in between, the server sends it a second time, and never
    /// not at all.
    func sendNext() async throws -> Bool {
        guard let mail = try await take() else { return false }
        do {
            let content = try dependencies.sealer.open(mail.sealedMessage, for: .mailBody, context: mail.id)
            try await transport.send(
                OutgoingMail(
                    id: mail.id, from: dependencies.settings.mailFrom, recipient: mail.recipient,
                    content: MailContent(queued: content), createdAt: mail.createdAt, failures: mail.failures))
        } catch {
            try await settle(mail, failure: error)
            return true
        }
        try await dependencies.store.write { repositories in
            try repositories.outbox.delete(id: mail.id)
            try repositories.noteMailTaken(by: mail.recipient)
        }
        return true
    }

    /// Takes the mail for as long as ``lease``, so that no other worker sends it meanwhile.
    private func take() async throws -> QueuedMail? {
        try await dependencies.store.write { [dependencies] repositories in
            let now = dependencies.clock.now()
            guard var mail = try repositories.outbox.nextDue(at: now) else { return nil }
            mail.nextAttemptAt = now + Self.lease
            try repositories.outbox.update(mail)
            return mail
        }
    }

    private func settle(_ mail: QueuedMail, failure: any Error) async throws {
        let error = failure as? MailTransportError
        // The type only: another error's description can hold values.
        let reason = error.map { "\($0)" } ?? "\(type(of: failure))"
        dependencies.logger.log(
            level: error?.needsOperator ?? true ? .error : .warning, "mail not sent",
            metadata: ["mail": "\(mail.id)", "reason": "\(reason)"])
        switch error {
        case .refused(_, let address): try await giveUp(mail, itsAddress: address)
        case .deferred(_, let retryAfter): try await postpone(mail, atLeast: retryAfter ?? .zero)
        case .misconfigured, .unreachable, nil: try await postpone(mail, atLeast: .zero)
        }
    }

    private func giveUp(_ mail: QueuedMail, itsAddress isAddress: Bool) async throws {
        try await dependencies.store.write { [dependencies] repositories in
            try repositories.outbox.delete(id: mail.id)
            if isAddress {
                try repositories.noteMailTrouble(.refused, of: mail.recipient, at: dependencies.clock.now())
            }
        }
    }

    /// Tries again after 30 s, doubled each time, at most after an hour, but not before the other side wants to be asked.
    private func postpone(_ mail: QueuedMail, atLeast pause: Duration) async throws {
        try await dependencies.store.write { [dependencies] repositories in
            var mail = mail
            let delay = Duration.seconds(min(3600, 30 << min(mail.failures, 7)))
            mail.failures += 1
            mail.nextAttemptAt = dependencies.clock.now() + max(delay, pause)
            try repositories.outbox.update(mail)
        }
    }
}
