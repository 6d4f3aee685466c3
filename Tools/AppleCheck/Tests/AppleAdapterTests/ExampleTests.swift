import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyCore
import LatchkeyLock
import LatchkeyPersistence
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import LatchkeyUI
import Testing

@testable import RepairShop

/// What the example does with the tickets that it has sealed.
@MainActor struct ExampleTests {
    private let records = InMemoryPersistence()
    private let session: SessionModel
    private let tickets: Tickets

    init() async {
        let storage = InMemorySecureStorage()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let server = FakeServer()
        await server.addAccount("bob@example.org")
        session = AppLock.account(platform, api: server, reason: "Test.", sessionLock: InProcessSessionLock())
        let records = records
        tickets = Tickets(vault: session.vault, texts: .english) { records }
        await session.start()
    }

    private func signIn(_ email: String) async {
        _ = await session.signIn(with: .code("right", email: email))
        _ = await session.setUpLater()
        #expect(session.state == .ready)
        await tickets.load()
    }

    private var stored: [SealedTicket] {
        get async throws { try await records.loadAll(SealedTicket.self) }
    }

    @Test func ticketsAreStoredSealedAndComeBack() async throws {
        await signIn("ada@example.org")
        await tickets.add("A bicycle")
        #expect(tickets.all.map(\.title) == ["A bicycle"])
        let sealed = try await stored
        #expect(sealed.count == 1 && sealed[0].sealed.range(of: Data("bicycle".utf8)) == nil)
        tickets.forget()
        #expect(tickets.all.isEmpty && !tickets.isReadable)
        await tickets.load()
        #expect(tickets.all.map(\.title) == ["A bicycle"] && tickets.problem == nil)
    }

    @Test("C8 C16 what one account has left is not shown as damage to the next, and deleted by a person alone")
    func theNextAccountSeesNothingOfTheFormer() async throws {
        await signIn("ada@example.org")
        await tickets.add("A bicycle")
        // As the sign-in screen does it, which knows nothing of tickets.
        #expect(await session.signOut() == nil)
        tickets.forget()
        await signIn("bob@example.org")
        #expect(tickets.all.isEmpty && tickets.isReadable && tickets.problem == nil)
        #expect(try await tickets.others == stored.map(\.id) && !tickets.others.isEmpty)
        await tickets.eraseOthers()
        #expect(try await stored.isEmpty)
        #expect(tickets.others.isEmpty)
        await tickets.add("A radio")
        await tickets.load()
        #expect(tickets.all.map(\.title) == ["A radio"])
    }

    @Test("C16 biometrics alone, a cancelled prompt and signing in again lose no ticket")
    func biometricsAloneLoseNoTicket() async throws {
        let reader = MockBiometricAuth(.faceID)
        let storage = InMemorySecureStorage()
        func launch(on storage: InMemorySecureStorage) async -> (SessionModel, Tickets) {
            let platform = LockPlatform(
                storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: reader,
                biometricKey: ReaderGatedBiometricKey(storage: storage, biometrics: reader), sources: [])
            let session = AppLock.account(
                platform, api: FakeServer(), reason: "Test.", sessionLock: InProcessSessionLock())
            let records = records
            let tickets = Tickets(vault: session.vault, texts: .english) { records }
            await session.start()
            // After a cancelled prompt, which a reader that answers at once may have had before the restored session.
            if session.state != .signedOut { await session.signInAgain() }
            _ = await session.signIn(with: .code("right", email: "ada@example.org"))
            return (session, tickets)
        }
        let (session, tickets) = await launch(on: storage)
        #expect(await session.useBiometricsOnly() == .done && session.state == .ready)
        await tickets.load()
        await tickets.add("A bicycle")
        let stored = try await stored.count
        #expect((stored == 1) == (tickets.problem == nil))
        await reader.failNext(with: .userCanceled)
        let (next, again) = await launch(on: await storage.copy())
        #expect(await next.setUpLater() == nil)
        await again.load()
        #expect(again.all.count == stored)
        await again.add("A radio")
        #expect(again.all.last?.title == "A radio" && again.problem == nil)
    }

    @Test("C4 A ticket that cannot be read is said, and nothing is written over it")
    func damageIsSaidAndKept() async throws {
        await signIn("ada@example.org")
        await tickets.add("A bicycle")
        let sealed = try await stored[0]
        let damaged = SealedTicket(id: sealed.id, vault: sealed.vault, sealed: Data(sealed.sealed.dropLast()))
        try await records.save(damaged)
        await tickets.load()
        #expect(tickets.problem != nil && !tickets.isReadable)
        await tickets.add("A radio")
        #expect(try await stored.map(\.sealed) == [damaged.sealed])
    }

    @Test func signingOutErasesTheTickets() async throws {
        await signIn("ada@example.org")
        await tickets.add("A bicycle")
        await tickets.erase()
        #expect(try await stored.isEmpty)
        #expect(tickets.all.isEmpty && tickets.problem == nil)
    }

    @Test func theShopsOwnLoginSignsInAndAsksAgainForAReset() async throws {
        let backend = ScriptedBackend()
        let login = ShopLogin(address: try #require(URL(string: "https://shop.example/id-token")), transport: backend)
        await SignInModel(session, texts: .english).signIn(by: login.teamLogin)
        #expect(session.state == .offeringPasscodeSetup && session.user?.email == "ada@example.org")
        _ = try await login.idToken(asksAgain: true)
        #expect(backend.asked == ["https://shop.example/id-token", "https://shop.example/id-token?max_age=0"])
        #expect(
            try await ShopLogin(address: login.address, transport: ScriptedBackend(204)).idToken(asksAgain: false)
                == nil)
        await #expect(throws: ShopLogin.Failure.self) {
            try await ShopLogin(address: login.address, transport: ScriptedBackend(401)).idToken(asksAgain: false)
        }
    }

    @Test("MASVS-STORAGE-2 no backup has the folder before anything is stored")
    func noBackupHasTheFolderBeforeAnythingIsStored() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        var excluded: [URL] = []
        _ = try TicketStore.open(in: folder) { folder in
            let content = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(content.isEmpty)
            excluded.append(folder)
        }
        #expect(excluded == [folder])
        #expect(throws: CocoaError.self) {
            _ = try TicketStore.open(in: folder) { _ in throw CocoaError(.fileWriteNoPermission) }
        }
    }
}

/// The shop's own backend, in which Ada has signed in: the fake server takes her address for her token.
private final class ScriptedBackend: HTTPTransport {
    private let status: Int
    private let requests = LockedValue<[String]>([])
    var asked: [String] { requests.withLock { $0 } }

    init(_ status: Int = 200) { self.status = status }

    func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
        requests.withLock { $0.append(request.url.absoluteString) }
        return TransportResponse(status: status, body: Data(#"{"id_token":"ada@example.org"}"#.utf8))
    }
}
