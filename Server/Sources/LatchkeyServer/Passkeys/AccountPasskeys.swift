import LatchkeyAPI
import LatchkeyPasskeys
import Logging

/// The service that adds, lists, renames and removes passkeys.
struct AccountPasskeys: Sendable {
    /// Maximum age of the passcode verification for adding a passkey, so that an unlocked session is not enough.
    static let passcodeAge: Duration = .minutes(5)

    let store: any Store
    let random: any RandomSource
    let records: PasskeyRecords
    let activity: ActivityLog
    let unreadable: UnreadableRows
    let publicAddress: PublicAddress
    let rules: TeamRules
    let logger: Logger

    /// Returns the options for creating a passkey. Replaces the session's challenge.
    func options(by credential: Credential) async throws -> RegistrationOptions {
        let party = try publicAddress.relyingParty()
        let challenge = PasskeyChallenge(for: .registration) { random.bytes($0) }
        return try await store.write(on: credential.scope) { [self] transaction in
            var caller = try transaction.caller(credential, under: rules, for: .ready)
            try caller.demandPasscode(within: Self.passcodeAge)
            let rows = try transaction.passkeys(of: caller.account)
            guard rows.count < Passkey.maximumCount else { throw Problem(.tooManyPasskeys) }
            try caller.ask(challenge)
            try transaction.sessions.update(caller.session)
            let known = unreadable.readable(rows, in: .passkeys).map(\.value)
            return RegistrationOptions(for: caller.account, challenge, of: party, known: known)
        }
    }

    /// Stores a new passkey.
    ///
    /// - Parameter name: Nil for the name of the session's device.
    func add(
        _ created: RegistrationResponse, name: String?, by authentication: Authentication, client: ClientInfo
    ) async throws -> Passkey {
        let party = try publicAddress.relyingParty()
        guard let challenge = authentication.caller.session.challenge else { throw Problem(.invalidPasskey) }
        let registration = try check(created, challenge, for: party)
        let id = random.makeID()
        return try await store.writeEvenIfRejected(on: authentication.credential.scope) { [self] transaction in
            var caller = try transaction.caller(authentication.credential, under: rules, for: .ready)
            try caller.use(challenge)
            try transaction.sessions.update(caller.session)
            try caller.demandPasscode(within: Self.passcodeAge)
            guard let registration else { throw Problem(.invalidPasskey) }
            // The account's first passkey: existing rows have ended, or come from a backup.
            if !caller.account.keepsPasskeys { try transaction.passkeys.deleteAll(accountID: caller.account.id) }
            guard try transaction.passkeys.count(accountID: caller.account.id) < Passkey.maximumCount else {
                throw Problem(.tooManyPasskeys)
            }
            guard try transaction.passkeys.find(credentialID: registration.credentialID) == nil else {
                throw Problem(.invalidPasskey)
            }
            let passkey = Passkey(
                id: id, accountID: caller.account.id, credentialID: registration.credentialID,
                algorithm: Passkey.Algorithm(registration.key.algorithm),
                publicKey: try records.seal(
                    registration.key, credentialID: registration.credentialID, accountID: caller.account.id),
                counter: Int(registration.counter), name: name ?? caller.session.deviceName ?? "Passkey",
                transports: created.transports, createdAt: transaction.now, lastUsedAt: nil)
            try transaction.passkeys.insert(passkey)
            try transaction.countPasskeys(of: &caller.account)
            try activity.record(.passkeyAdded, by: caller, client: client, in: transaction)
            return passkey
        }
    }

    /// Returns the account's readable passkeys, oldest first.
    func list(of caller: Caller) async throws -> [Passkey] {
        let rows = try await store.read { try $0.passkeys(of: caller.account) }
        return unreadable.readable(rows, in: .passkeys).map(\.value)
    }

    func rename(_ id: String, to name: String, by credential: Credential) async throws -> Passkey {
        try await store.write(on: credential.scope) { [self] transaction in
            var caller = try transaction.caller(credential, under: rules, for: .ready)
            var passkey = try transaction.passkey(id, of: caller.account)
            try transaction.useAllowance(of: &caller)
            passkey.name = name
            try transaction.passkeys.rename(id: id, to: name)
            return passkey
        }
    }

    /// Removes a passkey, even if it cannot be read.
    func remove(_ id: String, by credential: Credential, client: ClientInfo) async throws {
        try await store.write(on: credential.scope) { [self] transaction in
            var caller = try transaction.caller(credential, under: rules, for: .ready)
            guard caller.account.keepsPasskeys,
                try transaction.passkeys.delete(id: id, accountID: caller.account.id)
            else { throw Problem(.notFound) }
            try transaction.useAllowance(of: &caller)
            try transaction.countPasskeys(of: &caller.account)
            try activity.record(.passkeyRemoved, by: caller, client: client, in: transaction)
        }
    }

    /// Returns nil for an invalid response. The client does not learn the reason.
    private func check(
        _ created: RegistrationResponse, _ challenge: PendingChallenge, for party: RelyingParty
    ) throws -> PasskeyRegistration? {
        do throws(PasskeyError) {
            let registration = try PasskeyRegistration(
                clientData: created.response.clientDataJSON.data,
                authenticatorData: created.response.authenticatorData.data, challengeDigest: challenge.digest,
                for: party)
            guard registration.credentialID == created.rawId.data else { throw .credentialID }
            return registration
        } catch .unavailable {
            throw Problem.temporarilyUnavailable()
        } catch {
            logger.debug("passkey rejected", metadata: ["reason": "\(error)"])
            return nil
        }
    }
}
