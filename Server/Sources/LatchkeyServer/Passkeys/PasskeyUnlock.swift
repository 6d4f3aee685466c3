import LatchkeyAPI
import LatchkeyPasskeys
import Logging

/// Unlocks sessions by passkeys, beside the passcode: it clears no failures and spends none, does not wait for their
/// pauses, and opens nothing that must be reset. For whoever asks when the passcode was given, it was not.
struct PasskeyUnlock: Sendable {
    let store: any Store
    let random: any RandomSource
    let ledger: AttemptLedger
    let issuer: SessionTokenIssuer
    let records: PasskeyRecords
    let unreadable: UnreadableRows
    let publicAddress: PublicAddress
    let rules: TeamRules
    let logger: Logger

    /// A passkey that has answered, as it was then, and the counter that it gave.
    private struct Proof {
        let passkey: Passkey
        let counter: Int
    }

    /// Returns what a browser needs to ask for a passkey, with a challenge that is the session's from now on.
    func options(by credential: Credential) async throws -> AssertionOptions {
        let party = try publicAddress.relyingParty()
        let challenge = PasskeyChallenge(for: .assertion) { random.bytes($0) }
        return try await store.writeEvenIfRefused(on: credential.subject) { [self] transaction in
            var caller = try transaction.caller(credential, under: rules, settlingBy: ledger)
            try refuse(caller.account)
            let known = unreadable.readable(try transaction.passkeys(of: caller.account), in: .passkeys).map(\.value)
            // Without any, a browser would offer those of other accounts.
            guard !known.isEmpty else { throw Problem(.internalError) }
            try caller.ask(challenge)
            try transaction.sessions.update(caller.session)
            return AssertionOptions(challenge, of: party, known: known)
        }
    }

    /// Opens the session if the answer is right, and rotates its tokens.
    ///
    /// The answer is checked before the transaction, which finds out whether all is still as it was: of answers to one
    /// challenge, at most one is taken.
    func unlock(_ answer: AssertionAnswer, by authentication: Authentication) async throws -> SessionGrant {
        let party = try publicAddress.relyingParty()
        let before = authentication.caller
        try refuse(before.account)
        guard let challenge = before.session.challenge else { throw refused }
        let proof = try await check(answer, challenge, by: before.account, for: party)
        return try await store.writeEvenIfRefused(on: authentication.credential.subject) { [self] transaction in
            var caller = try transaction.caller(authentication.credential, under: rules, settlingBy: ledger)
            try refuse(caller.account)
            try caller.use(challenge)
            guard let proof, caller.session.lockVersion == before.session.lockVersion,
                try isSame(proof.passkey, in: transaction)
            else {
                try transaction.sessions.update(caller.session)
                throw refused
            }
            try transaction.passkeys.noteUse(id: proof.passkey.id, counter: proof.counter, at: transaction.now)
            caller.tokenCountsAsLocked = false
            caller.session.unlock(at: transaction.now)
            caller.session.passkeyGivenAt = transaction.now
            let secrets = try issuer.rotate(&caller.session, in: transaction)
            transaction.afterCommit { [metrics = ledger.metrics] in metrics.passkeyUnlocks.count(.accepted) }
            return SessionGrant(secrets: secrets, caller: caller)
        }
    }

    private var refused: Problem { Problem(.invalidPasskey) }

    /// Throws why no passkey opens the account's sessions.
    private func refuse(_ account: Account) throws {
        if account.resetRequired { throw Problem(.passcodeResetRequired) }
        guard account.isPasscodeEnabled(under: rules) else { throw Problem(.passcodeNotSet) }
        guard account.hasPasskey(under: rules) else { throw Problem(.passkeyNotSet) }
    }

    /// Whether nothing has used or removed the passkey since it was read.
    private func isSame(_ passkey: Passkey, in transaction: Transaction) throws -> Bool {
        guard let stored = try transaction.passkeys.find(id: passkey.id) else { return false }
        return stored.counter == passkey.counter && stored.accountID == passkey.accountID
            && stored.credentialID == passkey.credentialID
    }

    /// Returns nil for an answer that is refused. The client is not told why.
    private func check(
        _ answer: AssertionAnswer, _ challenge: PendingChallenge, by account: Account, for party: RelyingParty
    ) async throws -> Proof? {
        guard let (passkey, key) = try await passkey(of: answer, account) else { return log("credential") }
        guard answer.response.userHandle.map({ $0.data == account.userHandle }) ?? true else {
            return log("userHandle")
        }
        do throws(PasskeyError) {
            let assertion = try PasskeyAssertion(
                clientData: answer.response.clientDataJSON.data,
                authenticatorData: answer.response.authenticatorData.data, signature: answer.response.signature.data,
                by: key, counter: UInt32(clamping: passkey.counter), challengeDigest: challenge.digest, for: party)
            return Proof(passkey: passkey, counter: Int(assertion.counter))
        } catch .unavailable {
            throw Problem.temporarilyUnavailable()
        } catch {
            return log("\(error)")
        }
    }

    private func log(_ reason: String) -> Proof? {
        ledger.metrics.passkeyUnlocks.count(.refused)
        logger.debug("passkey refused", metadata: ["reason": "\(reason)"])
        return nil
    }

    /// Returns nil when the account has no such passkey. One that is damaged is an error for it alone, and is set aside
    /// in the log once (V15).
    private func passkey(of answer: AssertionAnswer, _ account: Account) async throws -> (Passkey, PasskeyKey)? {
        do {
            let id = answer.rawId.data
            guard let passkey = try await store.read({ try $0.passkeys.find(credentialID: id) }),
                passkey.accountID == account.id
            else { return nil }
            do {
                return (passkey, try records.key(of: passkey))
            } catch let error as SealError {
                unreadable.setAside(UnreadableRows.key(ofID: passkey.id), in: .passkeys)
                throw error
            }
        } catch let error as UnreadableRowError {
            unreadable.setAside(error)
            throw error
        }
    }
}
