import Foundation
import LatchkeyPasskeys
import PasskeyTestSupport
import Testing

/// Authenticator data of both ceremonies.
struct AuthenticatorDataTests {
    typealias Change = @Sendable (inout TestAuthenticatorData) -> Void
    private typealias Flag = TestAuthenticatorData.Flag

    private let registration: Ceremony
    private let assertion: Ceremony

    init() throws {
        registration = try Ceremony(.registration)
        assertion = try Ceremony(.assertion)
    }

    private func registering(_ change: Change) -> PasskeyError? { registration.rejectsRegistration(data: change) }

    private func asserting(by key: TestPasskeyKey = .es256, _ change: Change) throws -> PasskeyError? {
        try assertion.rejectsAssertion(key, data: change)
    }

    /// Returns the error with which both ceremonies reject the change.
    private func rejected(_ change: Change) throws -> PasskeyError? {
        let error = registering(change)
        #expect(try asserting(change) == error)
        return error
    }

    @Test(arguments: ["other.example", "www.lock.example", "https://lock.example", "LOCK.example", ""])
    func relyingPartyIDMustEqualTheHost(_ id: String) throws {
        #expect(try rejected { $0.relyingPartyID = id } == .relyingParty)
    }

    @Test func userPresenceAndVerificationAreRequired() throws {
        #expect(try rejected { $0.flags &= ~Flag.userPresent } == .userPresence)
        #expect(try rejected { $0.flags &= ~Flag.userVerified } == .userVerification)
        #expect(try rejected { $0.flags &= ~(Flag.userPresent | Flag.userVerified) } == .userPresence)
    }

    @Test(arguments: [0x08, 0x10, 0x18, 0x02, 0x20])
    func backupStateAndReservedFlagsAreIgnored(_ flag: UInt8) throws {
        #expect(try rejected { $0.flags |= flag } == nil)
    }

    @Test func registrationWithoutACredentialIsRejected() {
        #expect(registering { $0.flags &= ~Flag.attestedCredential } == .authenticatorData)
        #expect(
            registering {
                $0.flags &= ~Flag.attestedCredential
                $0.credentialID = nil
            } == .authenticatorData)
        #expect(registering { $0.credentialID = nil } == .authenticatorData)
    }

    @Test func assertionWithACredentialIsRejected() throws {
        #expect(try asserting { $0.flags |= Flag.attestedCredential } == .authenticatorData)
        let key = TestPasskeyKey.es256.coseKey.encoded
        #expect(
            try asserting {
                $0.flags |= Flag.attestedCredential
                $0.credentialID = Data([1])
                $0.coseKey = key
            } == .authenticatorData)
    }

    @Test func unrequestedExtensionsAreIgnored() throws {
        #expect(try rejected { $0.setExtensions([]) } == nil)
        #expect(try rejected { $0.setExtensions([(.text("other"), .array([.int(1)]))]) } == nil)
        // Chromium requests this extension by default.
        #expect(registering { $0.setExtensions([(.text("credProtect"), .int(2))]) } == nil)
        #expect(registering { $0.setExtensions([(.text("hmac-secret"), .bool(true))]) } == nil)
    }

    @Test func libfido2RejectsValuesOfKnownExtensionsNotRequested() throws {
        // libfido2 rejects the form of the second value before the signature.
        for value in [.bytes([1]), .bool(true)] as [CBORValue] {
            for name in ["credBlob", "hmac-secret"] {
                #expect(try asserting { $0.setExtensions([(.text(name), value)]) } == .authenticatorData)
            }
        }
        #expect(registering { $0.setExtensions([(.text("credProtect"), .text("x"))]) } == .algorithm)
    }

    @Test(
        arguments: [
            [], [0x80], [0x01], [0xA0, 0x00], [0xA1], [0xA1, 0x01], [0xBF, 0xFF], [0xA0, 0xA0], [0xF6],
        ] as [[UInt8]])
    func malformedExtensionsAreRejected(_ bytes: [UInt8]) throws {
        #expect(
            try rejected {
                $0.flags |= Flag.extensions
                $0.rest = bytes
            } == .authenticatorData)
    }

    @Test func trailingBytesAndMissingExtensionsAreRejected() throws {
        #expect(try rejected { $0.rest = [0] } == .authenticatorData)
        #expect(try rejected { $0.rest = CBORValue.map([]).encoded } == .authenticatorData)
        #expect(try rejected { $0.flags |= Flag.extensions } == .authenticatorData)
    }

    /// libfido2 verifies EdDSA over at most 1024 bytes; the limit applies to all algorithms here.
    @Test(arguments: TestPasskeyKey.all)
    func authenticatorDataOver992BytesIsRejected(_ key: TestPasskeyKey) throws {
        func rejectedWith(_ count: Int) throws -> PasskeyError? {
            try asserting(by: key) { data in
                data.setExtensions([(.text("a"), .bytes([UInt8](repeating: 0, count: 300)))])
                let missing = count - data.bytes.count
                data.setExtensions([(.text("a"), .bytes([UInt8](repeating: 0, count: 300 + missing)))])
                #expect(data.bytes.count == count)
            }
        }
        #expect(try rejectedWith(992) == nil)
        #expect(try rejectedWith(993) == .authenticatorData)
    }
}
