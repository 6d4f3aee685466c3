import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension ServerUnderTest {
    /// Registers and confirms a device's unlock key.
    func registerDevice(replacing token: String? = nil, bearer: String) async throws -> TestDevice {
        let secret = SystemRandomSource().bytes(32)
        let attempt = try TestDevice.attempt(Self.passcode, secret)
        let replaces = token.map { #","replaces":"\#($0)""# } ?? ""
        let registration: TestDevice.Registration = try await post(
            TestServer.unlockKeys, #"{"blinded":"\#(attempt.bytes.base64URL)"\#(replaces)}"#, bearer: bearer
        ).decode()
        let device = TestDevice(
            secret: secret, registration: registration,
            output: try TestDevice.output(attempt, registration.evaluation, registration.publicKey))
        let confirmed = try await send(
            "PUT", "\(TestServer.unlockKeys)/\(device.id)", #"{"tag":"\#(device.tag)"}"#, bearer: bearer)
        #expect(confirmed.status == 204)
        return device
    }
}
