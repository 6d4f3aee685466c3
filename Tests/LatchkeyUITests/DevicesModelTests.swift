import LatchkeyAPI
import LatchkeyLock
import LatchkeySession
import LatchkeyTestSupport
import Testing

@testable import LatchkeyUI

/// The devices of an account, one of which is lost.
@MainActor @Suite struct DevicesModelTests {
    private let server = MockSessionAPI(email: "ada@example.org")
    private let texts = ScreenTexts.english

    /// Returns a session with one device, which requires the server.
    private func session() async throws -> SessionModel {
        await server.setPolicy(User.Policy(serverUnlockRequired: true))
        let session = SessionModel.test(server)
        await session.start()
        _ = await session.signIn(with: .code("2345-6789", email: server.email))
        #expect(await session.setPasscode(.right) == .done)
        return session
    }

    @Test func passcodeShutsTheDevice() async throws {
        let model = DevicesModel(try await session(), texts: texts)
        #expect(model.devices == nil)
        await model.load()
        let device = try #require(model.devices?.first)
        #expect(model.name(of: device) == texts[.unnamedDevice])
        model.shut(device)
        await model.entry.type("593072")
        #expect(model.lost == device && model.entry.status?.contains("9") == true)
        await model.entry.type("481920")
        #expect(model.lost == nil && model.devices == [])
        await model.load()
        #expect(model.devices == [])
    }

    @Test func deviceThatWasShutElsewhereLeavesTheList() async throws {
        let model = DevicesModel(try await session(), texts: texts)
        await model.load()
        model.shut(try #require(model.devices?.first))
        await server.failNext(with: .notFound, on: .shutDevice)
        await model.entry.type("481920")
        #expect(model.lost == nil && model.devices == [] && model.entry.status == nil)
    }

    @Test func cancellingShutsNoDevice() async throws {
        let model = DevicesModel(try await session(), texts: texts)
        await model.load()
        model.shut(try #require(model.devices?.first))
        model.cancel()
        await model.entry.type("481920")
        #expect(model.lost == nil && model.devices?.count == 1)
    }

    @Test func reasonForAFailureIsShown() async throws {
        let model = DevicesModel(try await session(), texts: texts)
        await server.failNext(with: .offline, on: .unlockKeys)
        await model.load()
        #expect(model.devices == nil && model.message != nil)
        await model.load()
        #expect(model.devices?.count == 1 && model.message == nil)
    }
}
