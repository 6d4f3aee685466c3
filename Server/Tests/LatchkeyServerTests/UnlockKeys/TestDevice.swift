import Crypto
import CryptoExtras
import Foundation
import HTTPTypes
import LatchkeyAPI
import LatchkeyEncoding
import Testing

@testable import LatchkeyServer

/// A device with a vault that opens with the server.
struct TestDevice: Sendable {
    /// An entered passcode, blinded.
    struct Attempt {
        let id = UUID()
        let blinded: P384._VOPRF.BlindedInput

        var bytes: Data { blinded.blindedElement.oprfRepresentation }
    }

    struct Registration: Decodable, Sendable {
        let id: String
        let token: String
        let publicKey: String
        let evaluation: String
    }

    private struct Evaluation: Decodable {
        let evaluation: String
    }

    let secret: [UInt8]
    let registration: Registration
    /// The output of the right passcode.
    let output: Data

    var id: String { registration.id }
    var token: String { registration.token }
    var tag: String { Data(SHA256.hash(data: output)).base64URL }

    /// Blinds a passcode; the blind is independent of the key.
    static func attempt(_ passcode: String, _ secret: [UInt8]) throws -> Attempt {
        Attempt(blinded: try P384._VOPRF.PrivateKey().publicKey.blind(Data(passcode.utf8) + secret))
    }

    func attempt(_ passcode: String = TestServer.passcode) throws -> Attempt { try Self.attempt(passcode, secret) }

    /// Returns the body of a request to evaluate.
    func body(evaluating attempt: Attempt, id: UUID? = nil) -> String {
        #"{"token":"\#(token)","attempt":"\#(id ?? attempt.id)","blinded":"\#(attempt.bytes.base64URL)"}"#
    }

    /// Returns whether the response opens the vault. Throws for another key than the device's.
    func opens(_ attempt: Attempt, by response: TestResponse) throws -> Bool {
        let evaluation = try response.decode(Evaluation.self).evaluation
        return try Self.output(attempt, evaluation, registration.publicKey) == output
    }

    static func output(_ attempt: Attempt, _ evaluation: String, _ publicKey: String) throws -> Data {
        let point = try #require(Base64Text.decode(publicKey, as: .url))
        let response = try #require(Base64Text.decode(evaluation, as: .url))
        return try P384._VOPRF.PublicKey(compressedRepresentation: point)
            .finalize(attempt.blinded, using: P384._VOPRF.BlindEvaluation(rawRepresentation: Data(response)))
    }
}

extension TestServer {
    static let unlockKeys = "/api/auth/unlock-keys"

    /// Requests a key for the passcode.
    func requestKey(
        _ attempt: TestDevice.Attempt, replacing token: String? = nil, _ session: SessionResponse
    ) async throws -> TestResponse {
        let replaces = token.map { #","replaces":"\#($0)""# } ?? ""
        return try await post(
            Self.unlockKeys, #"{"blinded":"\#(attempt.bytes.base64URL)"\#(replaces)}"#, bearer: session.accessToken)
    }

    /// Registers a key without confirming it.
    func registerPending(replacing token: String? = nil, _ session: SessionResponse) async throws -> TestDevice {
        let secret = SystemRandomSource().bytes(32)
        let attempt = try TestDevice.attempt(Self.passcode, secret)
        let response = try await requestKey(attempt, replacing: token, session)
        #expect(response.status == 201, "\(response.text)")
        let registration = try response.decode(TestDevice.Registration.self)
        return TestDevice(
            secret: secret, registration: registration,
            output: try TestDevice.output(attempt, registration.evaluation, registration.publicKey))
    }

    func confirm(_ device: TestDevice, _ session: SessionResponse) async throws -> TestResponse {
        try await send(
            .put, "\(Self.unlockKeys)/\(device.id)", #"{"tag":"\#(device.tag)"}"#, bearer: session.accessToken)
    }

    /// Registers and confirms a key.
    func register(replacing token: String? = nil, _ session: SessionResponse) async throws -> TestDevice {
        let device = try await registerPending(replacing: token, session)
        #expect(try await confirm(device, session).status == 204)
        return device
    }

    /// Signs in, sets the passcode and registers a device.
    func signInWithDevice(_ email: String = "ann@example.com") async throws -> (SessionResponse, TestDevice) {
        let session = try await signInWithPasscode(email)
        return (session, try await register(session))
    }

    func evaluate(_ attempt: TestDevice.Attempt, on device: TestDevice, id: UUID? = nil) async throws -> TestResponse {
        try await post("/api/auth/unlock/evaluate", device.body(evaluating: attempt, id: id))
    }

    func finish(_ attempt: TestDevice.Attempt, on device: TestDevice, tag: String? = nil) async throws -> TestResponse {
        try await post(
            "/api/auth/unlock/finish",
            #"{"token":"\#(device.token)","attempt":"\#(attempt.id)","tag":"\#(tag ?? device.tag)"}"#)
    }

    /// Opens the device with the right passcode. Returns the status of the evaluation, and 0 if it does not open.
    func open(_ device: TestDevice) async throws -> Int {
        let attempt = try device.attempt()
        let response = try await evaluate(attempt, on: device)
        guard response.status == 200 else { return response.status }
        guard try device.opens(attempt, by: response) else { return 0 }
        #expect(try await finish(attempt, on: device).status == 204)
        return 200
    }

    /// Enters a wrong passcode this many times, and waits for each delay.
    func enterWrong(_ count: Int, on device: TestDevice) async throws {
        struct Left: Decodable { let retryAfter: Int }
        for _ in 0..<count {
            let attempt = try device.attempt(Self.wrongPasscode)
            let response = try await evaluate(attempt, on: device)
            #expect(response.status == 200, "\(response.text)")
            #expect(try !device.opens(attempt, by: response))
            clock.advance(by: .seconds(try response.decode(Left.self).retryAfter))
        }
    }

    func shut(
        _ device: TestDevice, _ session: SessionResponse, passcode: String = TestServer.passcode
    ) async throws -> TestResponse {
        try await send(
            .delete, "\(Self.unlockKeys)/\(device.id)", #"{"current_passcode":"\#(passcode)"}"#,
            bearer: session.accessToken)
    }

    /// Shuts Ann's devices as an administrator does.
    func shutByAdministrator() async throws {
        let account = try await account()
        for key in try await storedKeys() {
            try await dependencies.store.write { [peopleActs] transaction in
                _ = try peopleActs.acts.shutDevice(key.id, of: account, by: .operator, in: transaction)
            }
        }
    }

    func remove(_ device: TestDevice, token: String, _ session: SessionResponse) async throws -> TestResponse {
        try await send(
            .delete, "\(Self.unlockKeys)/\(device.id)", #"{"token":"\#(token)"}"#, bearer: session.accessToken)
    }

    /// Returns the account's stored keys, oldest first.
    func storedKeys(_ email: String = "ann@example.com") async throws -> [UnlockKey] {
        let id = try await account(email).id
        return try await dependencies.store.read { try $0.unlockKeys.list(accountID: id).compactMap(\.value) }
    }

    func listDevices(_ session: SessionResponse) async throws -> [String] {
        struct List: Decodable {
            struct Item: Decodable { let id: String }
            let unlockKeys: [Item]
        }
        return try await get(Self.unlockKeys, bearer: session.accessToken).decode(List.self).unlockKeys.map(\.id)
    }
}
