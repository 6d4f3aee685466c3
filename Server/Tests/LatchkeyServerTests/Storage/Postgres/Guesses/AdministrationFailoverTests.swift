import Foundation
import LatchkeyAPI
import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// A failover during acts of administrators.
@Suite(.serialized, .withPostgres)
struct AdministrationFailoverTests {
    @Test("V18 a failover neither loses nor repeats acts of administrators")
    func aFailoverNeitherLosesNorRepeatsActsOfAdministrators() async throws {
        let pair = try await Failover.pair()
        let seeding = try Failover.store(pair.url(), .none, timeout: .ample)
        var scenes: [ActScene] = []
        for act in AdministrationAct.allCases where act != .passcodeImported {
            scenes.append(try await ActScene(act, in: seeding))
        }
        seeding.close()
        try pair.makeSynchronous()
        let store = try Failover.store(pair.url(), .required, timeout: .milliseconds(500))
        defer { store.close() }
        // Each act waits for this timeout.
        let hasty = try Failover.store(pair.url(), .required, timeout: .milliseconds(150))
        defer { hasty.close() }
        for scene in scenes {
            try await waitUntil("act before the failover") { try await scene.run(on: 0, in: store) }
        }
        pair.holdReplication()
        for scene in scenes { #expect(try await !scene.run(on: 1, in: hasty), "\(scene.act)") }
        pair.primary.kill(SIGKILL)
        try pair.promote()
        for scene in scenes {
            for number in 0..<3 {
                try await waitUntil("act after the promotion") { try await scene.run(on: number, in: store) }
            }
        }
        let entries = try await store.read { transaction in
            try transaction.administration.page(before: nil, limit: 100).compactMap(\.value)
        }
        let expected = scenes.flatMap { scene in (0..<3).map { "\(scene.act) \(scene.email($0))" } }
        #expect(entries.map { "\($0.act) \($0.accountEmail)" }.sorted() == expected.sorted())
    }
}

/// An act on three accounts: before, during and after a failover. The administrator has no other acts, because an
/// undecided commit keeps the account locked.
private struct ActScene: Sendable {
    let act: AdministrationAct
    private let accounts: [GuessedAccount]
    private let order: PeopleActs.Order

    init(_ act: AdministrationAct, in store: any Store) async throws {
        let made = try await GuessedAccount.make(4, sessions: 1, in: store)
        try await made[3].becomeAdministrator(in: store)
        try await store.write(on: .all, as: .settlement) { transaction in
            for id in made.prefix(3).map(\.account.id) {
                var account = try #require(try transaction.accounts.find(id: id))
                switch act {
                case .resumed: account.suspendedAt = transaction.now
                case .administratorRevoked: account.role = .administrator
                case .deviceShut: try transaction.unlockKeys.insert(StoreContract.unlockKey(id, account))
                default: break
                }
                try transaction.accounts.update(account)
            }
        }
        (self.act, accounts) = (act, Array(made.prefix(3)))
        order = PeopleActs.Order(authentication: try made[3].authentication(0), client: ClientInfo(ip: nil))
    }

    /// Returns the address in the act's entry.
    func email(_ number: Int) -> String { (act == .added ? "new" : "") + accounts[number].account.email }

    /// Returns whether the act applies to the account; false if that is undecided.
    func run(on number: Int, in store: any Store) async throws -> Bool {
        do {
            try await perform(on: number, with: PeopleActs(store, UnreadableRows(logger: .silent)))
            return true
        } catch let problem as Problem where act == .removed && problem.kind == .notFound {
            return true
        } catch is StoreError {
            return false
        }
    }

    private func perform(on number: Int, with acts: PeopleActs) async throws {
        let id = accounts[number].account.id
        switch act {
        case .added: _ = try await acts.invite(EmailAddress(member: email(number)), by: order)
        case .removed: try await acts.remove(id, by: order)
        case .administratorGranted: _ = try await acts.apply(.grant, to: id, by: order)
        case .administratorRevoked: _ = try await acts.apply(.revoke, to: id, by: order)
        case .suspended: _ = try await acts.apply(.suspend, to: id, by: order)
        case .resumed: _ = try await acts.apply(.resume, to: id, by: order)
        case .sessionEnded:
            let session = try accounts[number].authentication(0).caller.session.id
            _ = try await acts.endSession(session, of: id, by: order)
        case .sessionsEnded: _ = try await acts.apply(.endSessions, to: id, by: order)
        case .resetRequired: _ = try await acts.apply(.requireReset, to: id, by: order)
        case .deviceShut: _ = try await acts.shutDevice(id, of: id, by: order)
        // No act of administrators.
        case .passcodeImported: break
        }
    }
}
