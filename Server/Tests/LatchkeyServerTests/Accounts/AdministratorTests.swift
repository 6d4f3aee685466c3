import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// The role of administrators, and the log of administration.
@Suite struct AdministratorTests {
    @Test func accountIsAMemberUntilGrantedTheAdministratorRole() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            #expect(try await server.account().role == .member)
            #expect(try await server.apply(.grant).account.details?.role == .administrator)
            _ = try await server.addAdministrator("bob@example.com")
            #expect(try await server.apply(.revoke).account.details?.role == .member)
            #expect(try await server.kinds().starts(with: [.administratorRevoked, .administratorGranted]))
        }
    }

    @Test(arguments: [AccountChange.suspend, .revoke])
    func theLastAdministratorIsNeitherSuspendedNorMadeAMember(change: AccountChange) async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            try await server.apply(.grant)
            await #expect(throws: AccountChangeError.lastAdministrator) { try await server.apply(change) }
            // A suspended administrator cannot act.
            let bob = try await server.addAdministrator("bob@example.com")
            _ = try await server.administration.apply(.suspend, to: bob)
            await #expect(throws: AccountChangeError.lastAdministrator) { try await server.apply(change) }
            _ = try await server.administration.apply(.resume, to: bob)
            #expect(try await server.apply(change).changed)
        }
    }

    @Test func lastAdministratorAccountCannotBeDeleted() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            try await server.apply(.grant)
            let ann = try EmailAddress(member: "ann@example.com")
            await #expect(throws: AccountChangeError.lastAdministrator) { try await server.administration.remove(ann) }
            let response = try await server.send(.delete, "/api/auth/account", "{}", bearer: session.accessToken)
            #expect(response.status == 409 && response.problem == "last-administrator")
            _ = try await server.addAdministrator("bob@example.com")
            let deleted = try await server.send(.delete, "/api/auth/account", "{}", bearer: session.accessToken)
            #expect(deleted.status == 204)
        }
    }

    @Test func twoAdministratorsCannotRemoveEachOtherAtTheSameTime() async throws {
        try await TestServer.run { server in
            let addresses = try await [
                server.addAdministrator("ann@example.com"), server.addAdministrator("bob@example.com"),
            ]
            await withTaskGroup(of: Void.self) { group in
                for address in addresses {
                    group.addTask { _ = try? await server.administration.apply(.revoke, to: address) }
                }
            }
            let left = try await server.dependencies.store.read { transaction in
                try transaction.accounts.hasAdministrator(except: StoreContract.rowID("x"))
            }
            #expect(left)
        }
    }

    @Test func operatorsActsAreLoggedOnceAndOutliveTheAccount() async throws {
        try await TestServer.run { server in
            let ann = try EmailAddress(member: "ann@example.com")
            _ = try await server.addAdministrator("bob@example.com")
            let id = try await #require(server.administration.add(ann, id: server.dependencies.random.makeID())).id
            for change in [AccountChange.grant, .revoke, .suspend, .resume] {
                try await server.apply(change)
                try await server.apply(change)
            }
            _ = try await server.setPasscode(server.signIn())
            try await server.apply(.endSessions)
            try await server.apply(.requireReset)
            _ = try await server.administration.remove(ann)
            let entries = try await server.entries().filter { $0.accountID == id }
            #expect(
                entries.map(\.act) == [
                    .removed, .resetRequired, .sessionsEnded, .resumed, .suspended, .administratorRevoked,
                    .administratorGranted, .added,
                ])
            #expect(entries.allSatisfy { $0.author == .operator && $0.accountEmail == ann.text && $0.ip == nil })
        }
    }

    @Test("V14 adding an administrator also grants the role")
    func addingAnAdministratorAlsoGrantsTheRole() async throws {
        try await TestServer.run { server in
            let ann = try await server.addAdministrator("ann@example.com")
            #expect(try await server.entries().map(\.act) == [.administratorGranted, .added])
            #expect(try await server.kinds() == [.administratorGranted])
            let emails = try await server.takeEmails(to: ann.text).map(\.subject)
            #expect(emails == ["You are now an administrator"])
        }
    }

    @Test func administrationLogIsKeptForAYear() async throws {
        try await TestServer.run { server in
            _ = try await server.addAdministrator("bob@example.com")
            server.clock.advance(by: AdministrationEntry.lifetime - .milliseconds(1))
            try await server.parts.sweeper.sweep()
            #expect(try await server.entries().count == 2)
            server.clock.advance(by: .milliseconds(1))
            try await server.parts.sweeper.sweep()
            #expect(try await server.entries().isEmpty)
        }
    }

    @Test(arguments: AccountChange.allCases)
    func administratorsCannotChangeTheirOwnAccounts(change: AccountChange) async throws {
        try await TestServer.run { server in
            _ = try await server.addAdministrator("ann@example.com")
            let ann = try await server.account()
            let acts = AccountActs(activity: server.parts.activity, rules: TeamRules(), administratorIssuer: nil)
            await #expect(throws: AccountChangeError.ownAccount) {
                try await server.dependencies.store.write { transaction in
                    var account = ann
                    let actor = AccountActor(account: ann, device: nil, client: ClientInfo(ip: nil))
                    _ = try acts.apply(change, to: &account, by: actor, in: transaction)
                }
            }
        }
    }
}

extension TestServer {
    /// Adds an administrator by command.
    func addAdministrator(_ email: String) async throws -> EmailAddress {
        let address = try EmailAddress(member: email)
        _ = try #require(
            try await administration.add(address, id: dependencies.random.makeID(), isAdministrator: true))
        return address
    }

    /// Returns the log of administration, newest first.
    func entries() async throws -> [AdministrationEntry] {
        try await dependencies.store.read { try $0.administration.page(before: nil, limit: 100).compactMap(\.value) }
    }
}
