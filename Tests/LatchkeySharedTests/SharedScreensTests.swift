import LatchkeyTestSupport
import LatchkeyUI
import Testing

@testable import LatchkeyShared

@MainActor
struct SharedScreensTests {
    private let device = TestDevice()
    private let server = MockSessionAPI()

    @Test func endingAResetDiscardsItsProof() async throws {
        let screens = await device.launch(server).screens
        let model = try #require(screens.resetPasscode)
        model.email = server.email
        await model.requestCode()
        model.submit(code: "ABCD2345")
        #expect(model.step == .new && screens.resetPasscode === model)
        screens.endReset()
        #expect(model.step == .email)
        #expect(screens.resetPasscode !== model)
    }
}
