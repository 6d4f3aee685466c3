import Foundation
import LatchkeyAPI

/// The renderer of requested emails and due notices.
struct EmailRenderer: Sendable {
    /// Time after which an unsent notice is dropped. Emails of sign-in and reset are dropped when their link expires.
    static let noticeLifetime: Duration = .days(3)
    /// The number of emails per transaction, to keep it short. Notices have their own share, so that requests do not
    /// starve them.
    static let requestsPerRound = 20
    static let noticesPerRound = 5

    /// An email to render, and its row.
    private struct Job: Sendable {
        let table: UnreadableRows.Table
        let key: String
        let address: String
        let make: @Sendable (_ id: String, Transaction) throws -> Void
    }

    let store: any Store
    let random: any RandomSource
    let sealer: Sealer
    let publicAddress: PublicAddress
    /// Whether a new address gets an account, and so an email.
    let isSignUpOpen: Bool
    let oneTimeTokens: OneTimeTokens
    let activity: ActivityLog
    let composer: EmailComposer
    let unreadable: UnreadableRows

    /// Renders some of the oldest requested emails, and drops those without a recipient. Returns whether there may be
    /// more.
    func makeRound() async throws -> Bool {
        guard let url = publicAddress.url else { return false }
        let (jobs, quarantined) = try await jobs(url)
        var made = 0
        do {
            made = try await make(jobs)
        } catch let error as StoreError {
            throw error
        } catch {
            // One by one: an email of a damaged or newer account is quarantined (V15).
            for job in jobs { made += try await makeOrQuarantine(job) }
        }
        return made > 0 || quarantined > 0
    }

    /// Returns the next jobs, and the number of quarantined rows.
    private func jobs(_ url: PublicURL) async throws -> ([Job], Int) {
        let excluded = (unreadable.keys(in: .emailRequests), unreadable.keys(in: .notices))
        let (requests, notices) = try await store.read { transaction in
            (
                try transaction.emailRequests.pending(limit: Self.requestsPerRound, except: excluded.0),
                try transaction.notices.due(at: transaction.now, limit: Self.noticesPerRound, except: excluded.1)
            )
        }
        let jobs =
            unreadable.readable(requests, in: .emailRequests).map { key, request in
                Job(table: .emailRequests, key: key, address: request.email) { try make(request, id: $0, url, in: $1) }
            }
            + unreadable.readable(notices, in: .notices).map { key, notice in
                Job(table: .notices, key: key, address: notice.email) { try make(notice, id: $0, url, in: $1) }
            }
        let count = unreadable.keys(in: .emailRequests).count + unreadable.keys(in: .notices).count
        return (jobs, count - excluded.0.count - excluded.1.count)
    }

    /// Renders emails, and returns their number. If another write has locked an address, a later round renders its
    /// emails.
    private func make(_ jobs: [Job]) async throws -> Int {
        guard !jobs.isEmpty else { return 0 }
        let ids = jobs.map { _ in random.makeID() }
        return try await store.write(on: .freeAddresses(jobs.map(\.address))) { transaction in
            let free = zip(jobs, ids).filter { transaction.covers($0.0.address) }
            for (job, id) in free { try job.make(id, transaction) }
            return free.count
        }
    }

    /// Renders an email, or quarantines its row if it cannot be read. Returns the number of rendered or quarantined
    /// emails.
    private func makeOrQuarantine(_ job: Job) async throws -> Int {
        do {
            return try await make([job])
        } catch let error as StoreError {
            throw error
        } catch {
            unreadable.quarantine(job.key, in: job.table)
            return 1
        }
    }

    private func make(_ request: PendingEmailRequest, id: String, _ url: PublicURL, in transaction: Transaction) throws
    {
        let now = transaction.now
        // Another worker may have rendered it.
        guard try transaction.emailRequests.markMade(id: request.id) else { return }
        // Drops a request that is older than its link would be valid, because no worker ran.
        guard now - request.requestedAt < OneTimeToken.lifetime else { return }
        let account = try transaction.accounts.find(email: request.email)
        guard isWanted(request, account) else { return }
        if let account, request.purpose == .reset {
            try activity.record(
                .passcodeResetRequested, of: account, device: nil, client: ClientInfo(ip: request.ip),
                in: transaction, at: request.requestedAt)
        }
        let made = try oneTimeTokens.make(
            request.purpose, for: request.email, accountID: account?.id, id: id, in: transaction)
        let language = account?.language ?? request.language ?? Languages.standard
        let emails = composer.languages[language].emails
        let content = composer.compose(
            EmailText(request.purpose == .reset ? emails.reset : emails.signIn), in: language, code: made.code?.text,
            link: url.link(for: request.purpose, made.link.text))
        // Repeated requests for another user's email must not move it to the end of the queue.
        try queue(
            content, id: id, request.purpose, to: request.email, for: OneTimeToken.lifetime,
            due: min(made.supersededDue ?? now, now), in: transaction)
    }

    private func isWanted(_ request: PendingEmailRequest, _ account: Account?) -> Bool {
        switch request.purpose {
        case .signIn: account.map { !$0.isSuspended } ?? isSignUpOpen
        case .reset: account.map { $0.hasPasscode && !$0.isSuspended } ?? false
        case .notice, .providerSignIn: false
        }
    }

    private func make(_ known: Notice, id: String, _ url: PublicURL, in transaction: Transaction) throws {
        let now = transaction.now
        // Another worker may have rendered it, and the event may have happened again.
        guard var notice = try transaction.notices.find(accountID: known.accountID, kind: known.kind),
            notice.isDue(at: now)
        else { return }
        let account = try transaction.accounts.find(id: notice.accountID)
        if account?.isSuspended ?? false, !notice.kind.isOfAdministrator {
            // The activity shows it.
            notice.markSent(at: now)
            return try transaction.notices.save(notice)
        }
        let made = try oneTimeTokens.make(
            .notice, for: account?.email ?? "", accountID: account?.id, aboutPasscode: notice.kind.requiresReset,
            id: id, in: transaction)
        let language = account?.language ?? notice.language
        let content = composer.compose(
            EmailText(
                notice, composer.languages[language], timeZone: account?.timeZone ?? notice.timeZone, site: url.origin),
            in: language, code: nil, link: url.link(for: .notice, made.link.text))
        // The account's address may have changed.
        let current = notice.kind == .emailReplaced ? nil : account?.email
        try queue(
            content, id: id, .notice, to: current ?? notice.email, for: Self.noticeLifetime, due: now,
            in: transaction)
        notice.markSent(at: now)
        try transaction.notices.save(notice)
    }

    private func queue(
        _ content: EmailContent, id: String, _ purpose: EmailPurpose, to recipient: String, for lifetime: Duration,
        due: Timestamp, in transaction: Transaction
    ) throws {
        let message = try sealer.seal(Array(JSONEncoder().encode(content)), for: .emailBody, context: id)
        try transaction.outbox.insert(
            QueuedEmail(
                id: id, purpose: purpose, recipient: recipient, sealedMessage: message, createdAt: transaction.now,
                expiresAt: transaction.now + lifetime, failures: 0, nextAttemptAt: due))
    }
}

extension PublicURL {
    /// Returns the link of an email. Its token is in the fragment, which browsers do not send, so that a link scanner
    /// does not consume the token.
    func link(for purpose: EmailPurpose, _ token: String) -> String {
        let path =
            switch purpose {
            case .signIn, .providerSignIn: "/sign-in/verify"
            case .reset: "/reset-passcode"
            case .notice: "/disown"
            }
        return "\(origin)\(path)#token=\(token)"
    }
}
