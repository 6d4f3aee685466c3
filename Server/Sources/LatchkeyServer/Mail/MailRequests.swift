/// Takes the wish for a mail. What it does tells nothing about whether there is an account: only the outbox worker
/// looks that up, later (V4).
struct MailRequests: Sendable {
    let dependencies: Dependencies

    func ask(for purpose: MailPurpose, to email: String, in language: String, client: ClientInfo) async throws {
        let id = dependencies.makeID()
        try await dependencies.store.write { [dependencies] repositories in
            let now = dependencies.clock.now()
            let since = now - MailLimits.window
            let recent = try repositories.mailRequests.recent(email: email, purpose: purpose, after: since)
            let clientCount = try client.ip.map { try repositories.mailRequests.count(ip: $0, after: since) } ?? 0
            guard let end = MailLimits.allowance(recent: recent, clientCount: clientCount, at: now) else { return }
            try repositories.mailRequests.insert(
                MailRequest(
                    id: id, purpose: purpose, email: email, ip: client.ip, eventID: nil, requestedAt: now,
                    allowanceUsedUntil: end, isMade: false, language: language))
        }
        dependencies.mailSignal.wake()
    }
}
