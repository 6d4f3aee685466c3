import Foundation
import LatchkeyAPI
import Testing

@Suite struct RedactionTests {
    static let secret = "s3cr3t"

    static func texts(of value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return [String(describing: value), String(reflecting: value), "\(value)", dumped]
    }

    static let values: [any Sendable] = [
        SessionResponse(
            accessToken: secret, accessExpiresIn: 1, refreshToken: secret, refreshExpiresIn: 1,
            user: User(
                id: "1", email: "a@b", hasPasscode: true, passcodeEnabled: true, passcodeTimeoutMinutes: 1,
                locked: false, language: "en"), recoveryKey: secret),
        MagicLinkVerifyRequest(token: secret, email: "a@b", code: secret),
        RefreshRequest(refreshToken: secret),
        SetPasscodeRequest(passcode: secret, currentPasscode: secret),
        VerifyPasscodeRequest(passcode: secret),
        PasscodeSettingsRequest(currentPasscode: secret),
        ResetPasscodeRequest(token: secret, code: secret, newPasscode: secret),
        DisownRequest(token: secret),
        DeleteAccountRequest(currentPasscode: secret),
        ShutDeviceRequest(currentPasscode: secret),
        AddUnlockKeyRequest(blinded: Base64URL([1]), replaces: secret),
        ConfirmUnlockKeyRequest(tag: Base64URL(Array(secret.utf8))),
        EvaluateUnlockRequest(token: secret, attempt: UUID(), blinded: Base64URL([1])),
        FinishUnlockRequest(token: secret, attempt: UUID(), tag: Base64URL([1])),
        AddedUnlockKey(id: "1", token: secret, publicKey: Base64URL([1]), evaluation: Base64URL([1])),
        SignInProof.link(token: secret),
        SignInProof.code(secret, email: "a@b"),
        SignInProof.idToken(secret),
        TransportRequest(
            method: .post, url: URL(filePath: "/x"), headers: ["Authorization": secret], body: Data(secret.utf8),
            timeout: .seconds(1)),
        TransportResponse(status: 200, headers: ["X": secret], body: Data(secret.utf8)),
    ]

    @Test(arguments: values.indices) func descriptionsOfValuesContainNoSecrets(_ index: Int) {
        let value = Self.values[index]
        for text in Self.texts(of: value) + Self.texts(of: [value]) {
            #expect(!text.contains(Self.secret), "\(type(of: value))")
            // A byte of the body, in the description of an array.
            #expect(!text.contains("115"), "\(type(of: value))")
        }
    }
}
