import Foundation
import LatchkeyAPI
import Logging

/// Makes the mails that were asked for, and the notices that are due.
struct MailMaker: Sendable {
    /// A notice that could not be sent for this long is given up; what signs in or resets is given up when it ends.
    static let noticePatience: Duration = .days(3)
    /// What one transaction makes, so that whoever else writes waits a few milliseconds only. Notices have a share of
    /// their own: they come after the others, and still come while others are asked for without end.
    static let requestsPerRound = 20
    static let noticesPerRound = 5

    /// What a round works on, and the key of its row.
    enum Job: Sendable {
        case request(MailRequest, key: String)
        case notice(Notice, key: String)
    }

    let dependencies: Dependencies
    let oneTimeTokens: OneTimeTokens
    let activity: ActivityLog
    let composer: MailComposer
    let unreadable: UnreadableRows

    /// Makes some of the oldest that were asked for, and drops those that nobody may get. Returns whether it did
    /// anything, so that there may be more.
    func makeRound() async throws -> Bool {
        guard let url = dependencies.publicAddress.url else { return false }
        let (jobs, setAside) = try await jobs()
        do {
            try await make(jobs, url)
        } catch let error as StoreError {
            throw error
        } catch {
            // Each by itself: one whose account is damaged, or was written by a newer server, is set aside (V15).
            for job in jobs { try await makeOrSetAside(job, url) }
        }
        return !jobs.isEmpty || setAside > 0
    }

    /// The next jobs, and how many rows were set aside: others come after them.
    private func jobs() async throws -> ([Job], Int) {
        let now = dependencies.clock.now()
        let excluded = (unreadable.keys(in: .mailRequests), unreadable.keys(in: .notices))
        let (requests, notices) = try await dependencies.store.read { repositories in
            (
                try repositories.mailRequests.pending(limit: Self.requestsPerRound, except: excluded.0),
                try repositories.notices.due(at: now, limit: Self.noticesPerRound, except: excluded.1)
            )
        }
        let jobs =
            unreadable.readable(requests, in: .mailRequests).map { Job.request($0.value, key: $0.key) }
            + unreadable.readable(notices, in: .notices).map { Job.notice($0.value, key: $0.key) }
        let count = unreadable.keys(in: .mailRequests).count + unreadable.keys(in: .notices).count
        return (jobs, count - excluded.0.count - excluded.1.count)
    }

    private func make(_ jobs: [Job], _ url: PublicURL) async throws {
        guard !jobs.isEmpty else { return }
        let ids = jobs.map { _ in dependencies.makeID() }
        try await dependencies.store.write { [self] repositories in
            let now = dependencies.clock.now()
            for (job, id) in zip(jobs, ids) {
                switch job {
                case .request(let request, _): try make(request, id: id, url, in: repositories, at: now)
                case .notice(let notice, _): try make(notice, id: id, url, in: repositories, at: now)
                }
            }
        }
    }

    private func makeOrSetAside(_ job: Job, _ url: PublicURL) async throws {
        do {
            try await make([job], url)
        } catch let error as StoreError {
            throw error
        } catch {
            switch job {
            case .request(_, let key): unreadable.setAside(key, in: .mailRequests)
            case .notice(_, let key): unreadable.setAside(key, in: .notices)
            }
        }
    }
}

extension MailMaker {
    private func make(
        _ request: MailRequest, id: String, _ url: PublicURL, in repositories: Repositories, at now: Timestamp
    ) throws {
        // Another worker may have made it meanwhile.
        guard try repositories.mailRequests.markMade(id: request.id) else { return }
        if request.purpose == .notice { return try takeOver(request, in: repositories) }
        // A request that waited out its link's life, because no worker ran, is not answered any more.
        guard now - request.requestedAt < OneTimeToken.lifetime else { return }
        let account = try repositories.accounts.find(email: request.email)
        guard isWanted(request, account) else { return }
        if let account, request.purpose == .reset {
            try activity.record(
                .passcodeResetRequested, of: account, device: nil, client: ClientInfo(ip: request.ip),
                in: repositories, at: request.requestedAt)
        }
        let made = try oneTimeTokens.make(
            request.purpose, for: request.email, accountID: account?.id, id: id, in: repositories, at: now)
        let language = account?.language ?? request.language ?? Languages.standard
        let mails = composer.languages[language].mails
        let content = composer.compose(
            MailText(request.purpose == .reset ? mails.reset : mails.signIn), in: language, code: made.code?.text,
            link: url.link(for: request.purpose, made.link.text))
        // Somebody who asks for another's mail again and again must not send it to the end of the line each time.
        try queue(
            content, id: id, request.purpose, to: request.email, for: OneTimeToken.lifetime,
            due: min(made.place ?? now, now), in: repositories, at: now)
    }

    private func isWanted(_ request: MailRequest, _ account: Account?) -> Bool {
        switch request.purpose {
        case .signIn: account != nil || dependencies.settings.signUp == .open
        case .reset: account?.hasPasscode ?? false
        case .notice: false
        }
    }

    /// Adds the event that an older server asked for a notice of, during an upgrade, to what the owner is to be told.
    private func takeOver(_ request: MailRequest, in repositories: Repositories) throws {
        guard let event = try request.eventID.flatMap({ try repositories.activity.find(id: $0) }),
            let account = try repositories.accounts.find(id: event.accountID),
            // Only failures end a session with a notice.
            let kind = NoticeKind(event.kind) ?? (event.kind == .sessionEnded ? .sessionEnded : nil)
        else { return }
        try activity.tellOwner(
            kind, of: account, device: event.deviceName, client: ClientInfo(ip: event.ip), in: repositories,
            at: event.at)
    }

    private func make(
        _ known: Notice, id: String, _ url: PublicURL, in repositories: Repositories, at now: Timestamp
    ) throws {
        // Another worker may have made it meanwhile, and it may have happened again.
        guard var notice = try repositories.notices.find(accountID: known.accountID, kind: known.kind),
            notice.isDue(at: now)
        else { return }
        let account = try repositories.accounts.find(id: notice.accountID)
        let made = try oneTimeTokens.make(
            .notice, for: account?.email ?? "", accountID: account?.id, aboutPasscode: notice.kind.requiresReset,
            id: id, in: repositories, at: now)
        let language = account?.language ?? notice.language
        let content = composer.compose(
            MailText(notice, composer.languages[language].mails), in: language, code: nil,
            link: url.link(for: .notice, made.link.text))
        try queue(
            content, id: id, .notice, to: notice.email, for: Self.noticePatience, due: now, in: repositories, at: now)
        notice.markMailed(at: now)
        try repositories.notices.save(notice)
    }

    private func queue(
        _ content: MailContent, id: String, _ purpose: MailPurpose, to recipient: String, for patience: Duration,
        due: Timestamp, in repositories: Repositories, at now: Timestamp
    ) throws {
        try repositories.outbox.insert(
            QueuedMail(
                id: id, purpose: purpose, recipient: recipient,
                sealedMessage: try dependencies.sealer.seal(
                    Array(JSONEncoder().encode(content)), for: .mailBody, context: id),
                createdAt: now, expiresAt: now + patience, failures: 0, nextAttemptAt: due))
    }
}
