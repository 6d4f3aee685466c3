import LatchkeyAPI

/// Makes and finds the links and codes that are mailed.
struct OneTimeTokens: Sendable {
    /// The token in clear, for the mail that it goes into.
    struct Made {
        let link: OpaqueToken
        /// Nil in a notice.
        let code: MailCode?
    }

    let random: any RandomSource
    let digester: TokenDigester

    /// Stores a new token. One of sign-in or reset ends the older ones of its address.
    func make(
        _ purpose: MailPurpose, for email: String, accountID: String?, aboutPasscode: Bool = false, id: String,
        in repositories: Repositories, at now: Timestamp
    ) throws -> Made {
        let isNotice = purpose == .notice
        let made = Made(link: OpaqueToken.make(from: random), code: isNotice ? nil : MailCode.make(from: random))
        if !isNotice { try repositories.oneTimeTokens.deleteAll(email: email, purpose: purpose) }
        let link = digester.digest(made.link.text, for: purpose.rawValue)
        try repositories.oneTimeTokens.insert(
            OneTimeToken(
                id: id, purpose: purpose, email: email, accountID: accountID, keyID: link.keyID,
                linkDigest: link.value, codeDigest: made.code.map { codeDigest($0, purpose, email).value },
                codeTries: OneTimeToken.maximumCodeTries, aboutPasscode: aboutPasscode, createdAt: now,
                expiresAt: now + (isNotice ? OneTimeToken.noticeLifetime : OneTimeToken.lifetime)))
        return made
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
        guard let token, now < token.expiresAt else { throw Problem(.invalidCode) }
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

    private func find(
        code text: String, _ email: String, _ purpose: MailPurpose, in repositories: Repositories, at now: Timestamp
    ) throws -> OneTimeToken? {
        guard let code = MailCode(text),
            var token = try repositories.oneTimeTokens.current(email: email, purpose: purpose),
            token.codeTries > 0, now < token.expiresAt, let stored = token.codeDigest
        else { return nil }
        let candidates = digester.candidates(scoped(code, email), for: codeScope(purpose))
        let digest = StoredDigest(keyID: token.keyID, value: stored)
        if candidates.contains(where: { $0.matches(digest) }) { return token }
        token.codeTries -= 1
        try repositories.oneTimeTokens.update(token)
        return nil
    }

    private func codeDigest(_ code: MailCode, _ purpose: MailPurpose, _ email: String) -> StoredDigest {
        digester.digest(scoped(code, email), for: codeScope(purpose))
    }

    /// A code counts for its address only.
    private func scoped(_ code: MailCode, _ email: String) -> String { code.canonical + "|" + email }
    private func codeScope(_ purpose: MailPurpose) -> String { purpose.rawValue + "/code" }
}
