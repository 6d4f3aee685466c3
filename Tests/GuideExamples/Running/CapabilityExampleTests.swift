import ChildProcess
import Foundation
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyPersistence
import LatchkeySQLite
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

/// Tests the code in the guides to the four capabilities.
@Suite struct CapabilityExampleTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func openTicketsAreListedUntilTheyAreFinished() async throws {
        let book = try openTicketBook(in: directory.url)
        try await book.take([
            Ticket(id: "1", device: "Watch"), Ticket(id: "2", device: "Phone"), Ticket(id: "3", device: "Camera"),
        ])
        try await book.finish("2")
        #expect(try await book.openTickets().map(\.device) == ["Camera", "Watch"])
        for try await tickets in book.watchOpenTickets() {
            #expect(tickets.count == 2)
            break
        }
    }

    @Test func ticketsOfTheFirstVersionAreMigrated() async throws {
        struct FirstTicket: PersistenceModel {
            static let persistenceName = "ticket"
            let id: String
            var model: String
        }
        let file = directory.url.appendingPathComponent("tickets.sqlite")
        let first = try SQLitePersistence(url: file)
        try await first.save(FirstTicket(id: "1", model: "Phone"))
        try first.close()
        #expect(try await openTicketBook(in: directory.url).openTickets() == [Ticket(id: "1", device: "Phone")])
    }

    @Test func credentialStatusDistinguishesMissingStoredAndUnreadable() async throws {
        let account = SupplierAccount(storage: try openSecrets(in: directory.url))
        #expect(await account.status() == .signedOut)
        let credentials = Credentials(user: "shop", token: "token")
        try await account.signIn(with: credentials)
        #expect(await account.status() == .signedIn(credentials))
        try await account.signOut()
        #expect(await account.status() == .signedOut)
        let mock = MockSecureStorage()
        await mock.failNext(with: .locked)
        #expect(await SupplierAccount(storage: mock).status() == .unreadable(.locked))
    }

    @Test func orderNumbersAreUnique() async throws {
        let account = SupplierAccount(storage: try openSecrets(in: directory.url))
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...20 { group.addTask { try await account.nextOrderNumber() } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(numbers == Set(1...20))
    }

    @Test func aRefundRequiresBiometricsOrThePasscode() async {
        let biometrics = MockBiometricAuth(.faceID)
        let refund = RefundConfirmation(biometrics: biometrics, texts: .english)
        #expect(await refund.buttonTitle() == "Face ID")
        #expect(await refund.ask() == .confirmed)
        await biometrics.failNext(with: .userFallback)
        #expect(await refund.ask() == .askForPasscode(nil))
        await biometrics.failNext(with: .lockout)
        #expect(await refund.ask() == .askForPasscode(BiometricTexts.english[.lockout]))
        #expect(await RefundConfirmation(biometrics: NoBiometrics(), texts: .english).buttonTitle() == nil)
    }

    @Test func aDraftIsHiddenAndSavedInTheBackground() async {
        let (draft, lifecycle) = (Draft(), MockAppLifecycle(initialState: .active))
        await draft.follow(lifecycle)
        await draft.type("Screen is broken")
        await lifecycle.simulate(.inactive)
        #expect(await draft.isHidden)
        #expect(await draft.saved.isEmpty)
        await lifecycle.simulateBackground()
        #expect(await draft.saved == "Screen is broken")
        await lifecycle.simulateForeground()
        #expect(await !draft.isHidden)
        await draft.stop()
        await draft.type("More")
        await lifecycle.simulateTermination()
        #expect(await draft.saved == "Screen is broken")
    }
}
