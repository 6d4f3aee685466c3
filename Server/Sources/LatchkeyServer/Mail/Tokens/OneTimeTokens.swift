import LatchkeyAPI

/// The proof from an email: the token of its link, or its code with the address.
enum OneTimeProof: Sendable {
    case link(token: String)
    case code(String, email: String)

    /// Reads the members `token`, or `email` and `code`, of a request. Throws `invalidRequest` with a pointer to the
    /// invalid member.
    init(token: String?, email: String?, code: String?) throws {
        if let token {
            self = .link(token: token)
            return
        }
        guard email != nil || code != nil else {
            throw Problem.invalidRequest("/token", "Send token, or email and code.")
        }
        let address = try EmailAddress(member: email)
        guard let code else { throw Problem.invalidRequest("/code", "This member is missing.") }
        self = .code(code, email: address.text)
    }
}

/// The service that issues and verifies emailed links and codes.
struct OneTimeTokens: Sendable {
    /// An issued token in plain text, for its email.
    struct Made {
        let link: OpaqueToken
        /// The code; nil in a notice.
        let code: EmailCode?
        /// The time when the superseded email was due; nil if none was queued.
        let supersededDue: Timestamp?
    }

    let random: any RandomSource
    let digester: TokenDigester

    /// Stores a new token. A sign-in or reset replaces older tokens of its address and deletes their queued emails.
    func make(
        _ purpose: EmailPurpose, for email: String, accountID: String?, aboutPasscode: Bool = false, id: String,
        in transaction: Transaction
    ) throws -> Made {
        let now = transaction.now
        let isNotice = purpose == .notice
        var supersededDue: Timestamp?
        if !isNotice {
            // A superseded queued email would have an invalid code.
            supersededDue = try transaction.outbox.deleteAll(recipient: email, purpose: purpose)
            try transaction.oneTimeTokens.deleteAll(email: email, purpose: purpose)
        }
        let made = Made(
            link: OpaqueToken.make(from: random), code: isNotice ? nil : EmailCode.make(from: random),
            supersededDue: supersededDue)
        let link = digester.digest(made.link.text, for: purpose.rawValue)
        let code = made.code.map { digester.digest(scoped($0, email), for: codeScope(purpose)) }
        try transaction.oneTimeTokens.insert(
            OneTimeToken(
                id: id, purpose: purpose, email: email, accountID: accountID, keyID: link.keyID,
                linkDigest: link.value, codeDigest: code?.value,
                codeAttemptsLeft: OneTimeToken.maximumCodeAttempts, aboutPasscode: aboutPasscode, createdAt: now,
                expiresAt: now + (isNotice ? OneTimeToken.noticeLifetime : OneTimeToken.lifetime)))
        return made
    }

    /// Returns the write scope of a proof: the address it was sent to.
    func scope(of proof: OneTimeProof, purpose: EmailPurpose) -> WriteScope {
        switch proof {
        case .link(let text):
            .emailed(
                linkDigests: OpaqueToken(text).map { digester.candidates($0.text, for: purpose.rawValue).map(\.value) }
                    ?? [],
                purpose: purpose)
        case .code(_, let email): .address(email)
        }
    }

    /// Throws `invalidCode` for an unknown link or a malformed code. Writes nothing, and counts no attempt.
    func rejectJunk(_ proof: OneTimeProof, purpose: EmailPurpose, in store: any Store) async throws {
        switch proof {
        case .link(let text):
            guard try await store.read({ [self] in try find(link: text, purpose, in: $0) }) != nil else {
                throw Problem(.invalidCode)
            }
        case .code(let text, _):
            guard EmailCode(text) != nil else { throw Problem(.invalidCode) }
        }
    }

    /// Returns the unused token of the proof. Throws `invalidCode` if there is none; the transaction must still commit,
    /// because a wrong code uses one of five attempts.
    func find(_ proof: OneTimeProof, purpose: EmailPurpose, in transaction: Transaction) throws -> OneTimeToken {
        let token =
            switch proof {
            case .link(let text): try find(link: text, purpose, in: transaction)
            case .code(let text, let email): try find(code: text, email, purpose, in: transaction)
            }
        guard let token, token.isLive(at: transaction.now) else { throw Problem(.invalidCode) }
        return token
    }

    private func find(link: String, _ purpose: EmailPurpose, in transaction: Transaction) throws -> OneTimeToken? {
        guard let link = OpaqueToken(link) else { return nil }
        for digest in digester.candidates(link.text, for: purpose.rawValue) {
            if let token = try transaction.oneTimeTokens.find(linkDigest: digest.value, purpose: purpose) {
                return token
            }
        }
        return nil
    }

    /// Returns the unused token of a link or code. A wrong code does the same work with or without a token or attempts
    /// left, so that response time does not reveal accounts (V4).
    private func find(
        code text: String, _ email: String, _ purpose: EmailPurpose, in transaction: Transaction
    ) throws -> OneTimeToken? {
        guard let code = EmailCode(text) else { return nil }
        let candidates = digester.candidates(scoped(code, email), for: codeScope(purpose))
        let current = try transaction.oneTimeTokens.current(email: email, purpose: purpose)
        let token = current.flatMap { $0.codeAttemptsLeft > 0 && $0.isLive(at: transaction.now) ? $0 : nil }
        if let token, let stored = token.codeDigest {
            let digest = StoredDigest(keyID: token.keyID, value: stored)
            if candidates.contains(where: { $0.matches(digest) }) { return token }
        }
        try transaction.oneTimeTokens.countWrongCode(of: token?.id)
        return nil
    }

    /// Returns the text to digest: a code is valid only for its address.
    private func scoped(_ code: EmailCode, _ email: String) -> String { code.canonical + "|" + email }
    private func codeScope(_ purpose: EmailPurpose) -> String { purpose.rawValue + "/code" }
}
