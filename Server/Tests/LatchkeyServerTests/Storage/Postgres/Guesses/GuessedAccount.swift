import Foundation
import LatchkeyAPI
import LatchkeyPasscode
import Testing

@testable import LatchkeyServer

/// An account to guess at, with many sessions. Each guess uses another session, because a session has one attempt at a
/// time, and delays after its fourth failure.
struct GuessedAccount: Sendable {
    /// The account's number in the test.
    let number: Int
    let account: Account
    private let sessions: [Session]

    /// The passcode of each account.
    static let passcode = "739105"

    static func records() throws -> PasscodeRecordSealer {
        let key = Data(repeating: 7, count: SecretKey.length).base64EncodedString()
        return PasscodeRecordSealer(
            sealer: Sealer(keys: try SecretKeys(parsing: "k1:" + key)), random: SystemRandomSource())
    }

    /// Stores accounts with a passcode.
    static func make(_ count: Int, sessions: Int = 200, in store: any Store) async throws -> [GuessedAccount] {
        let (random, records, now) = (SystemRandomSource(), try records(), Timestamp(Date()))
        let accounts = try (0..<count).map { number in
            var account = Account(id: random.makeID(), email: "\(random.makeID())@example.com", createdAt: now)
            account.passcodeEnabled = true
            try records.setHash(GuessHasher.hash(salt: records.makeSalt()), of: &account)
            let sessions = (0..<sessions).compactMap { [account] _ in
                Session(
                    id: random.makeID(), account: account, transport: .bearer, deviceName: nil, under: TeamRules(),
                    now: now)
            }
            return GuessedAccount(number: number, account: account, sessions: sessions)
        }
        try await store.write(on: .all, as: .settlement) { transaction in
            for account in accounts { try account.insert(in: transaction) }
        }
        return accounts
    }

    private func insert(in transaction: Transaction) throws {
        try transaction.accounts.insert(account)
        for session in sessions {
            let credential = Self.credential(session)
            try transaction.sessions.insert(session)
            try transaction.sessionTokens.insert(
                SessionToken(
                    digest: credential.digest, sessionID: session.id, kind: credential.kind, generation: 0,
                    expiresAt: session.expiresAt, countsAsLocked: false))
        }
    }

    /// Makes the account an administrator, who has entered the passcode in the first session.
    func becomeAdministrator(in store: any Store) async throws {
        try await store.write(on: .all, as: .settlement) { [account, sessions] transaction in
            var administrator = try #require(try transaction.accounts.find(id: account.id))
            var session = try #require(try transaction.sessions.find(id: sessions[0].id))
            administrator.role = .administrator
            session.unlock(at: transaction.now)
            session.passcodeVerifiedAt = transaction.now
            try transaction.accounts.update(administrator)
            try transaction.sessions.update(session)
        }
    }

    private static func credential(_ session: Session) -> Credential {
        Credential(secret: session.id, transport: .bearer)
    }

    /// Returns a request of one of its sessions, read at the start: only the transaction decides.
    func authentication(_ session: Int) throws -> Authentication {
        try #require(sessions.indices.contains(session))
        let session = sessions[session]
        return Authentication(
            credential: Self.credential(session),
            caller: Caller(account: account, session: session, rules: TeamRules(), now: session.createdAt))
    }

    /// Returns the spent budget: failures, and unsettled attempts.
    func spent(in store: any Store) async throws -> (failures: Int, open: Int) {
        try await store.read { [id = account.id] transaction in
            let account = try #require(try transaction.accounts.find(id: id))
            return (account.failures, try transaction.reservations.list(accountID: id).count)
        }
    }
}
