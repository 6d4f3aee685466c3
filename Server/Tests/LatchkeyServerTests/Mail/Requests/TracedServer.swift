import Foundation
import Testing

@testable import LatchkeyServer

/// The state of an address on the server.
struct AddressState: Sendable, CustomStringConvertible {
    enum Owner: CaseIterable, Sendable {
        case noAccount, withoutPasscode, passcode, disabled, resetRequired
    }

    enum Token: CaseIterable, Sendable {
        case none, live, withoutAttempts, outdated
    }

    let account: Owner
    let token: Token
    let signUp: String

    static let all = ["open", "closed"].flatMap { signUp in
        Owner.allCases.flatMap { account in
            Token.allCases.map { AddressState(account: account, token: $0, signUp: signUp) }
        }
    }

    var description: String { "\(account), token \(token), sign-up \(signUp)" }

    /// Puts ann@example.com into the state.
    func apply(to transaction: Transaction, at now: Timestamp) throws {
        let email = "ann@example.com"
        var ann = Account(id: "ann", email: email, createdAt: now)
        if account != .withoutPasscode {
            ann.passcodeHash = "hash"
            ann.passcodeEnabled = account != .disabled
        }
        if account == .resetRequired { ann.requireReset() }
        if account != .noAccount { try transaction.accounts.insert(ann) }
        guard token != .none else { return }
        for purpose in [EmailPurpose.signIn, .reset] {
            try transaction.oneTimeTokens.insert(
                OneTimeToken(
                    id: purpose.rawValue, purpose: purpose, email: email,
                    accountID: account == .noAccount ? nil : ann.id, keyID: "k1", linkDigest: purpose.rawValue,
                    codeDigest: "0", codeAttemptsLeft: token == .withoutAttempts ? 0 : 5, aboutPasscode: false,
                    createdAt: now - .minutes(10), expiresAt: token == .outdated ? now : now + .minutes(5)))
        }
    }
}

/// A server whose statements are recorded.
struct TracedServer: Sendable {
    let server: TestServer
    let store: SQLiteStore
    let statements: Shared<[String]>
    let databaseFile: URL

    static func run<Value: Sendable>(
        _ state: AddressState, _ body: @escaping @Sendable (TracedServer) async throws -> Value
    ) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let statements = Shared<[String]>([])
        let file = folder.appending(path: "db")
        let store = try SQLiteStore(path: file.path, clock: ManualClock(), timeout: .seconds(60)) { sql in
            statements.change { $0.append(sql) }
        }
        try store.migrate()
        let result = Shared<Value?>(nil)
        try await TestServer.run(environment: ["LATCHKEY_SIGN_UP": state.signUp], store: store) { server in
            try await store.write { try state.apply(to: $0, at: server.clock.now) }
            let value = try await body(
                TracedServer(server: server, store: store, statements: statements, databaseFile: file))
            result.change { $0 = value }
        }
        return try #require(result.value)
    }

    /// Returns the number of pages in the log: a header of 32 bytes, then pages after 24 bytes each
    /// (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
    func loggedFrames() throws -> Int {
        let log = URL(filePath: databaseFile.path + "-wal")
        let size = try FileManager.default.attributesOfItem(atPath: log.path)[.size] as? Int ?? 0
        return max(0, size - 32) / (4096 + 24)
    }
}
