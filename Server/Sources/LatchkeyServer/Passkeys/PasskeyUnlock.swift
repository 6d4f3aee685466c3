import LatchkeyAPI
import LatchkeyPasskeys
import Logging

/// The unlock of sessions with a passkey, independent of passcode attempts. It neither clears nor counts failures,
/// ignores their delays, and unlocks no account that requires a reset. It does not count as a passcode verification.
struct PasskeyUnlock: Sendable {
    let store: any Store
    let random: any RandomSource
    let limiter: AttemptLimiter
    let issuer: SessionTokenIssuer
    let records: PasskeyRecords
    let unreadable: UnreadableRows
    let publicAddress: PublicAddress
    let rules: TeamRules
    let logger: Logger

    /// A verified assertion: the passkey at that time, and the new counter.
    private struct Proof {
        let passkey: Passkey
        let counter: Int
    }

    /// Returns the options for an assertion. Replaces the session's challenge.
    func options(by credential: Credential) async throws -> AssertionOptions {
        let party = try publicAddress.relyingParty()
        let challenge = PasskeyChallenge(for: .assertion) { random.bytes($0) }
        return try await store.writeEvenIfRejected(on: credential.scope) { [self] transaction in
            var caller = try transaction.caller(credential, under: rules, settlingBy: limiter)
            try reject(caller.account)
            let known = unreadable.readable(try transaction.passkeys(of: caller.account), in: .passkeys).map(\.value)
            // Without a list, browsers would offer passkeys of other accounts.
            guard !known.isEmpty else { throw Problem(.internalError) }
            try caller.ask(challenge)
            try transaction.sessions.update(caller.session)
            return AssertionOptions(challenge, of: party, known: known)
        }
    }

    /// Verifies the response, unlocks the session and rotates its tokens.
    ///
    /// The response is verified before the transaction, which then checks that nothing changed: of several responses to
    /// one challenge, at most one succeeds.
    func unlock(_ asserted: AssertionResponse, by authentication: Authentication) async throws -> SessionGrant {
        let party = try publicAddress.relyingParty()
        let before = authentication.caller
        try reject(before.account)
        guard let challenge = before.session.challenge else { throw rejected }
        let proof = try await check(asserted, challenge, by: before.account, for: party)
        return try await store.writeEvenIfRejected(on: authentication.credential.scope) { [self] transaction in
            var caller = try transaction.caller(authentication.credential, under: rules, settlingBy: limiter)
            try reject(caller.account)
            try caller.use(challenge)
            guard let proof, caller.session.lockVersion == before.session.lockVersion,
                try isSame(proof.passkey, in: transaction)
            else {
                try transaction.sessions.update(caller.session)
                throw rejected
            }
            try transaction.passkeys.noteUse(id: proof.passkey.id, counter: proof.counter, at: transaction.now)
            caller.tokenCountsAsLocked = false
            caller.session.unlock(at: transaction.now)
            caller.session.passkeyVerifiedAt = transaction.now
            let secrets = try issuer.rotate(&caller.session, in: transaction)
            transaction.afterCommit { [metrics = limiter.metrics] in metrics.passkeyUnlocks.count(.accepted) }
            return SessionGrant(secrets: secrets, caller: caller)
        }
    }

    private var rejected: Problem { Problem(.invalidPasskey) }

    /// Throws if no passkey can unlock the account's sessions.
    private func reject(_ account: Account) throws {
        if account.resetRequired { throw Problem(.passcodeResetRequired) }
        guard account.isPasscodeEnabled(under: rules) else { throw Problem(.passcodeNotSet) }
        guard account.hasPasskey(under: rules) else { throw Problem(.passkeyNotSet) }
    }

    /// Whether the passkey is unchanged since it was read.
    private func isSame(_ passkey: Passkey, in transaction: Transaction) throws -> Bool {
        guard let stored = try transaction.passkeys.find(id: passkey.id) else { return false }
        return stored.counter == passkey.counter && stored.accountID == passkey.accountID
            && stored.credentialID == passkey.credentialID
    }

    /// Returns nil for an invalid response. The client does not learn the reason.
    private func check(
        _ asserted: AssertionResponse, _ challenge: PendingChallenge, by account: Account, for party: RelyingParty
    ) async throws -> Proof? {
        guard let (passkey, key) = try await passkey(of: asserted, account) else { return log("credential") }
        guard asserted.response.userHandle.map({ $0.data == account.userHandle }) ?? true else {
            return log("userHandle")
        }
        do throws(PasskeyError) {
            let assertion = try PasskeyAssertion(
                clientData: asserted.response.clientDataJSON.data,
                authenticatorData: asserted.response.authenticatorData.data,
                signature: asserted.response.signature.data, by: key,
                counter: UInt32(clamping: passkey.counter), challengeDigest: challenge.digest, for: party)
            return Proof(passkey: passkey, counter: Int(assertion.counter))
        } catch .unavailable {
            throw Problem.temporarilyUnavailable()
        } catch {
            return log("\(error)")
        }
    }

    private func log(_ reason: String) -> Proof? {
        limiter.metrics.passkeyUnlocks.count(.rejected)
        logger.debug("passkey rejected", metadata: ["reason": "\(reason)"])
        return nil
    }

    /// Returns nil if the account has no such passkey. A damaged one is an error only for itself, and is logged once
    /// (V15).
    private func passkey(of asserted: AssertionResponse, _ account: Account) async throws -> (Passkey, PasskeyKey)? {
        do {
            let id = asserted.rawId.data
            guard let passkey = try await store.read({ try $0.passkeys.find(credentialID: id) }),
                passkey.accountID == account.id
            else { return nil }
            do {
                return (passkey, try records.key(of: passkey))
            } catch let error as SealError {
                unreadable.quarantine(UnreadableRows.key(ofID: passkey.id), in: .passkeys)
                throw error
            }
        } catch let error as InvalidRowError {
            unreadable.quarantine(error)
            throw error
        }
    }
}
