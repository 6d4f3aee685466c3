import LatchkeyAPI

/// The proof from a mail that a person shows: its link's token, or its code with the address.
enum OneTimeProof: Sendable {
    case token(String)
    case code(String, email: String)

    /// Reads the members `token`, or `email` and `code`, of a request. Throws `invalidRequest` with a pointer to the
    /// member that is wrong.
    init(token: String?, email: String?, code: String?) throws {
        if let token {
            self = .token(token)
            return
        }
        guard email != nil || code != nil else {
            throw Problem.invalidRequest("/token", "Give token, or email and code.")
        }
        let address = try EmailAddress(member: email)
        guard let code else { throw Problem.invalidRequest("/code", "This member is missing.") }
        self = .code(code, email: address.text)
    }
}

/// Makes and finds the links and codes that are mailed.
struct OneTimeTokens: Sendable {
    /// The token in clear, for the mail that it goes into.
    struct Made {
        let link: OpaqueToken
        /// Nil in a notice.
        let code: MailCode?
        /// When the superseded mail was to be tried; nil where none waited.
        let supersededDue: Timestamp?
    }

    let random: any RandomSource
    let digester: TokenDigester

    /// Stores a new token. One of sign-in or reset ends the older ones of its address, and their mails that still wait.
    func make(
        _ purpose: MailPurpose, for email: String, accountID: String?, aboutPasscode: Bool = false, id: String,
        in transaction: Transaction
    ) throws -> Made {
        let now = transaction.now
        let isNotice = purpose == .notice
        var supersededDue: Timestamp?
        if !isNotice {
            // A superseded mail that still waits would bring a code that no longer works.
            supersededDue = try transaction.outbox.deleteAll(recipient: email, purpose: purpose)
            try transaction.oneTimeTokens.deleteAll(email: email, purpose: purpose)
        }
        let made = Made(
            link: OpaqueToken.make(from: random), code: isNotice ? nil : MailCode.make(from: random),
            supersededDue: supersededDue)
        let link = digester.digest(made.link.text, for: purpose.rawValue)
        let code = made.code.map { digester.digest(scoped($0, email), for: codeScope(purpose)) }
        try transaction.oneTimeTokens.insert(
            OneTimeToken(
                id: id, purpose: purpose, email: email, accountID: accountID, keyID: link.keyID,
                linkDigest: link.value, codeDigest: code?.value,
                codeTries: OneTimeToken.maximumCodeTries, aboutPasscode: aboutPasscode, createdAt: now,
                expiresAt: now + (isNotice ? OneTimeToken.noticeLifetime : OneTimeToken.lifetime)))
        return made
    }

    /// What a write that uses the proof up is about: the address that the proof was mailed to.
    func subject(of proof: OneTimeProof, purpose: MailPurpose) -> Subject {
        switch proof {
        case .token(let text):
            .mailed(
                linkDigests: OpaqueToken(text).map { digester.candidates($0.text, for: purpose.rawValue).map(\.value) }
                    ?? [],
                purpose: purpose)
        case .code(_, let email): .address(email)
        }
    }

    /// Throws `invalidCode` for an unknown link, and for a text that is no code. Nothing is written for these, and they
    /// cost no try.
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

    /// Returns the unused token that the proof fits. Throws `invalidCode` when there is none; a wrong code has then
    /// cost one of its five tries, so the transaction must be kept.
    func find(_ proof: OneTimeProof, purpose: MailPurpose, in transaction: Transaction) throws -> OneTimeToken {
        let token =
            switch proof {
            case .token(let text): try find(link: text, purpose, in: transaction)
            case .code(let text, let email): try find(code: text, email, purpose, in: transaction)
            }
        guard let token, token.isLive(at: transaction.now) else { throw Problem(.invalidCode) }
        return token
    }

    private func find(link: String, _ purpose: MailPurpose, in transaction: Transaction) throws -> OneTimeToken? {
        guard let link = OpaqueToken(link) else { return nil }
        for digest in digester.candidates(link.text, for: purpose.rawValue) {
            if let token = try transaction.oneTimeTokens.find(linkDigest: digest.value, purpose: purpose) {
                return token
            }
        }
        return nil
    }

    /// A wrong code does the same work whether or not there is a token, and whether or not it has tries left: otherwise
    /// the time of the answer would tell who has an account (V4).
    private func find(
        code text: String, _ email: String, _ purpose: MailPurpose, in transaction: Transaction
    ) throws -> OneTimeToken? {
        guard let code = MailCode(text) else { return nil }
        let candidates = digester.candidates(scoped(code, email), for: codeScope(purpose))
        let current = try transaction.oneTimeTokens.current(email: email, purpose: purpose)
        let token = current.flatMap { $0.codeTries > 0 && $0.isLive(at: transaction.now) ? $0 : nil }
        if let token, let stored = token.codeDigest {
            let digest = StoredDigest(keyID: token.keyID, value: stored)
            if candidates.contains(where: { $0.matches(digest) }) { return token }
        }
        try transaction.oneTimeTokens.countWrongCode(of: token?.id)
        return nil
    }

    /// A code counts for its address only.
    private func scoped(_ code: MailCode, _ email: String) -> String { code.canonical + "|" + email }
    private func codeScope(_ purpose: MailPurpose) -> String { purpose.rawValue + "/code" }
}
