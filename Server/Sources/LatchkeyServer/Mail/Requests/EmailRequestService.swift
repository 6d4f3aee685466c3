/// The service for requests of emails. Responses do not depend on whether the account exists: only the email worker
/// looks it up, later (V4).
struct EmailRequestService: Sendable {
    let store: any Store
    let random: any RandomSource
    let signal: EmailSignal

    func ask(for purpose: EmailPurpose, to email: String, in language: String?, client: ClientInfo) async throws {
        let id = random.makeID()
        let network = client.ip.map { ClientNetwork(ip: $0) }
        try await store.write(on: .emailRequest(to: email, network: network?.text)) { transaction in
            let now = transaction.now
            let requests = transaction.emailRequests
            // After a clock change, a request from the future would count for too long.
            try requests.clampTimestamps(to: now)
            let since = now - EmailLimits.window
            let usage = EmailLimits.Usage(
                recent: try requests.recent(email: email, purpose: purpose, after: since),
                byClient: try network.map { try requests.count(network: $0.text, after: since) } ?? 0,
                bySite: try network?.site.map {
                    try requests.count(site: $0, after: since, upTo: EmailLimits.perSiteAndHour)
                } ?? 0,
                waiting: try requests.waitingCount(upTo: EmailLimits.waiting))
            guard let end = EmailLimits.allowance(after: usage, at: now) else { return }
            try requests.insert(
                PendingEmailRequest(
                    id: id, purpose: purpose, email: email, ip: client.ip, clientNetwork: network?.text,
                    requestedAt: now, allowanceUsedUntil: end, isMade: false, language: language))
        }
        signal.wake()
    }
}

/// A signal that wakes the email worker. Concurrent signals are combined.
struct EmailSignal: Sendable {
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func wake() { continuation.yield() }
    func finish() { continuation.finish() }
}
