import LatchkeyAPI

/// Makes and finds the links and codes that are mailed.
struct OneTimeTokens: Sendable {
    /// The token in clear, for the mail that it goes into.
    struct Made {
        let link: OpaqueToken
        /// Nil in a notice.
        let code: MailCode?
        /// When the mail was to be tried that this one takes the place of; nil where none waited.
        let place: Timestamp?
    }

    let random: any RandomSource
    let digester: TokenDigester

    /// Stores a new token. One of sign-in or reset ends the older ones of its address, and their mails that still wait.
    func make(
        _ purpose: MailPurpose, for email: String, accountID: String?, aboutPasscode: Bool = false, id: String,
        in repositories: Repositories, at now: Timestamp
    ) throws -> Made {
        let isNotice = purpose == .notice
        var place: Timestamp?
        if !isNotice {
            // What is superseded and still waits would bring a code that no longer works.
            place = try repositories.outbox.deleteAll(recipient: email, purpose: purpose)
            try repositories.oneTimeTokens.deleteAll(email: email, purpose: purpose)
        }
        let made = Made(
            link: OpaqueToken.make(from: random), code: isNotice ? nil : MailCode.make(from: random), place: place)
        let link = digester.digest(made.link.text, for: purpose.rawValue)
        try repositories.oneTimeTokens.insert(
            OneTimeToken(
                id: id, purpose: purpose, email: email, accountID: accountID, keyID: link.keyID,
                linkDigest: link.value, codeDigest: made.code.map { codeDigest($0, purpose, email).value },
                codeTries: OneTimeToken.maximumCodeTries, aboutPasscode: aboutPasscode, createdAt: now,
                expiresAt: now + (isNotice ? OneTimeToken.noticeLifetime : OneTimeToken.lifetime)))
        return made
    }

    /// Throws `invalidCode` for a link that there is none of, and for what is no code at all. Nothing is written for
    /// these, and they cost no try.
    func refuseJunk(_ proof: OneTimeProof, purpose: MailPurpose, in store: any Store) async throws {
        switch proof {
        case .token(let text):
            guard try await store.read({ [self] in try find(link: text, purpose, in: $0) }) != nil else {
                throw Problem(.invalidCode)
            }
        case .code(let text, _):
            guard MailCode(text) != nil else { throw Problem(.invalidCode) }
        }
    }

    /// Returns the token that the proof fits, unused. Throws `invalidCode` when there is none; a wrong code has then cost
    /// one of its five tries, so the transaction must be kept.
    func find(
        _ proof: OneTimeProof, purpose: MailPurpose, in repositories: Repositories, at now: Timestamp
    ) throws -> OneTimeToken {
        let token =
            switch proof {
            case .token(let text): try find(link: text, purpose, in: repositories)
            case .code(let text, let email): try find(code: text, email, purpose, in: repositories, at: now)
            }
        guard let token, token.isLive(at: now) else { throw Problem(.invalidCode) }
        return token
    }

    private func find(link: String, _ purpose: MailPurpose, in repositories: Repositories) throws -> OneTimeToken? {
        guard let link = OpaqueToken(link) else { return nil }
        for digest in digester.candidates(link.text, for: purpose.rawValue) {
            if let token = try repositories.oneTimeTokens.find(linkDigest: digest.value, purpose: purpose) {
                return token
            }
        }
        return nil
    }

    /// A wrong code does the same work whether or not there is a token, and whether or not it has tries left: otherwise
    /// the time of the answer would tell who has an account (V4).
    private func find(
        code text: String, _ email: String, _ purpose: MailPurpose, in repositories: Repositories, at now: Timestamp
    ) throws -> OneTimeToken? {
        guard let code = MailCode(text) else { return nil }
        let candidates = digester.candidates(scoped(code, email), for: codeScope(purpose))
        let current = try repositories.oneTimeTokens.current(email: email, purpose: purpose)
        let token = current.flatMap { $0.codeTries > 0 && $0.isLive(at: now) ? $0 : nil }
        if let token, let stored = token.codeDigest {
            let digest = StoredDigest(keyID: token.keyID, value: stored)
            if candidates.contains(where: { $0.matches(digest) }) { return token }
        }
        try repositories.oneTimeTokens.countWrongCode(of: token?.id)
        return nil
    }

    private func codeDigest(_ code: MailCode, _ purpose: MailPurpose, _ email: String) -> StoredDigest {
        digester.digest(scoped(code, email), for: codeScope(purpose))
    }

    /// A code counts for its address only.
    private func scoped(_ code: MailCode, _ email: String) -> String { code.canonical + "|" + email }
    private func codeScope(_ purpose: MailPurpose) -> String { purpose.rawValue + "/code" }
}
