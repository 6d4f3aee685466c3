import Foundation
import LatchkeyAPI
import Logging

/// Makes the mails that were asked for.
struct MailMaker: Sendable {
    /// A notice that could not be sent for this long is given up; what signs in or resets is given up when it ends.
    static let noticePatience: Duration = .days(3)

    let dependencies: Dependencies
    let oneTimeTokens: OneTimeTokens
    let activity: ActivityLog
    let composer: MailComposer

    /// Makes the oldest mail that was asked for, or drops it where there is nobody it may go to, or where it cannot be
    /// made. Returns whether there was one.
    func makeNext() async throws -> Bool {
        guard let url = dependencies.publicAddress.url,
            let request = try await dependencies.store.read({ try $0.mailRequests.nextPending() })
        else { return false }
        do {
            try await make(request, url)
        } catch let error as StoreError {
            throw error
        } catch {
            // All mails would wait behind that of one account whose record is corrupt (V15).
            let metadata: Logger.Metadata = ["request": "\(request.id)", "type": "\(type(of: error))"]
            dependencies.logger.error("mail not made", metadata: metadata)
            try await dependencies.store.write { try $0.mailRequests.markMade(id: request.id) }
        }
        return true
    }

    private func make(_ request: MailRequest, _ url: PublicURL) async throws {
        let id = dependencies.makeID()
        try await dependencies.store.write { [self] repositories in
            // Another worker may have made it meanwhile.
            guard try repositories.mailRequests.nextPending()?.id == request.id else { return }
            let now = dependencies.clock.now()
            if let mail = try make(request, id: id, url, in: repositories, at: now) {
                try repositories.outbox.insert(mail)
            }
            try repositories.mailRequests.markMade(id: request.id)
        }
    }

    private func make(
        _ request: MailRequest, id: String, _ url: PublicURL, in repositories: Repositories, at now: Timestamp
    ) throws -> QueuedMail? {
        let account = try repositories.accounts.find(email: request.email)
        let event = try request.eventID.flatMap { try repositories.activity.find(id: $0) }
        guard try isWanted(request, account, event, in: repositories, at: now) else { return nil }
        let made = try oneTimeTokens.make(
            request.purpose, for: request.email, accountID: account?.id,
            aboutPasscode: event?.kind.isAboutPasscode ?? false, id: id, in: repositories, at: now)
        let language = account?.language ?? request.language ?? Languages.standard
        let mails = composer.languages[language].mails
        let text: MailText =
            switch (request.purpose, event) {
            case (.reset, _): MailText(mails.reset)
            case (.notice, let event?): MailText(noticeOf: event, mails)
            case (.signIn, _), (.notice, nil): MailText(mails.signIn)
            }
        let content = composer.compose(
            text, in: language, code: made.code?.text, link: url.link(for: request.purpose, made.link.text))
        return QueuedMail(
            id: id, recipient: request.email,
            sealedMessage: try dependencies.sealer.seal(
                Array(JSONEncoder().encode(content)), for: .mailBody, context: id),
            createdAt: now,
            expiresAt: now + (request.purpose == .notice ? Self.noticePatience : OneTimeToken.lifetime), failures: 0,
            nextAttemptAt: now)
    }

    private func isWanted(
        _ request: MailRequest, _ account: Account?, _ event: ActivityEvent?, in repositories: Repositories,
        at now: Timestamp
    ) throws -> Bool {
        switch request.purpose {
        case .signIn:
            // A request that waited out its link's life, because no worker ran, is not answered any more.
            return now - request.requestedAt < OneTimeToken.lifetime
                && (account != nil || dependencies.settings.signUp == .open)
        case .reset:
            guard let account, account.hasPasscode, now - request.requestedAt < OneTimeToken.lifetime else {
                return false
            }
            try activity.record(
                .passcodeResetRequested, of: account, device: nil, client: ClientInfo(ip: request.ip),
                in: repositories, at: request.requestedAt)
            return true
        case .notice:
            return event != nil && account?.id == event?.accountID
        }
    }
}
