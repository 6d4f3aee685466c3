import Foundation
import LatchkeyEncoding
import LatchkeyPasskeys
import PasskeyTestSupport
import Testing

/// Client data of both ceremonies (https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion).
struct ClientDataTests {
    typealias Change = @Sendable (inout TestClientData) -> Void

    private let registration: Ceremony
    private let assertion: Ceremony

    init() throws {
        registration = try Ceremony(.registration)
        assertion = try Ceremony(.assertion)
    }

    /// Returns the error with which both ceremonies reject the change.
    private func rejected(_ change: Change) throws -> PasskeyError? {
        let error = registration.rejectsRegistration(client: change)
        #expect(try assertion.rejectsAssertion(client: change) == error)
        return error
    }

    @Test func clientDataOfABrowserIsAccepted() throws {
        #expect(try rejected { _ in } == nil)
    }

    @Test func crossOriginIsOptionalAndUnknownMembersAreIgnored() throws {
        #expect(try rejected { $0["crossOrigin"] = nil } == nil)
        #expect(try rejected { $0["other_keys_can_be_added_here"] = #""do not compare""# } == nil)
        #expect(try rejected { $0["tokenBinding"] = #"{"status":"supported"}"# } == nil)
        #expect(try rejected { $0.members.reverse() } == nil)
    }

    @Test func typeMustMatchTheCeremony() throws {
        #expect(registration.rejectsRegistration { $0["type"] = #""webauthn.get""# } == .type)
        #expect(try assertion.rejectsAssertion { $0["type"] = #""webauthn.create""# } == .type)
        for type in ["payment.get", "webauthn", "webauthn.get ", "WEBAUTHN.GET", ""] {
            #expect(try rejected { $0["type"] = "\"\(type)\"" } == .type)
        }
    }

    @Test func foreignOrMalformedChallengeIsRejected() throws {
        let other = Base64Text.encode([UInt8](repeating: 1, count: 32), as: .url)
        for text in [other, "", "AA", registration.challenge.text + "=", assertion.challenge.text + "AA"] {
            #expect(try rejected { $0["challenge"] = "\"\(text)\"" } == .challenge)
        }
    }

    @Test func challengeOfAnotherCeremonyIsRejected() throws {
        let passkey = Ceremony.passkey(.es256)
        let first = passkey.register(assertion.challenge.text)
        let second = try passkey.assert(registration.challenge.text)
        #expect(
            rejection { () throws(PasskeyError) in try assertion.check(first) } == .challenge)
        let key = try TestPasskeyKey.es256.stored
        #expect(
            rejection { () throws(PasskeyError) in try registration.check(second, by: key) }
                == .challenge)
    }

    @Test(arguments: [
        "https://other.example", "https://lock.example:8443", "https://lock.example/", "http://lock.example",
        "https://www.lock.example", "https://LOCK.example", "https://loc\\u212A.example", "https://lock.example ",
        "https://lock.example.other.example", "lock.example", "null", "",
    ])
    func originMustMatchExactly(_ origin: String) throws {
        #expect(try rejected { $0["origin"] = "\"\(origin)\"" } == .origin)
    }

    @Test(arguments: ["true", "null", "0", #""false""#, "[]"])
    func frameOfAnotherOriginIsRejected(_ value: String) throws {
        #expect(try rejected { $0["crossOrigin"] = value } == .crossOrigin)
    }

    @Test(arguments: [#""https://other.example""#, #""https://lock.example""#, "null", "false"])
    func topOriginIsRejected(_ value: String) throws {
        #expect(try rejected { $0["topOrigin"] = value } == .crossOrigin)
        #expect(
            try rejected {
                $0["topOrigin"] = value
                $0["crossOrigin"] = nil
            } == .crossOrigin)
    }

    @Test(arguments: ["type", "challenge", "origin"])
    func missingOrNonTextMemberIsRejected(_ name: String) throws {
        for value in [nil, "null", "1", "{}", "true"] { #expect(try rejected { $0[name] = value } == .clientData) }
    }

    @Test(arguments: ["type", "challenge", "origin", "crossOrigin"])
    func repeatedMemberIsRejected(_ name: String) throws {
        #expect(
            try rejected { client in
                guard let member = client.members.first(where: { $0.name == name }) else { return }
                client.members.append(member)
            } == .clientData)
    }

    @Test func clientDataMustBeAJSONObject() throws {
        let passkey = Ceremony.passkey(.es256)
        let good = try passkey.assert(assertion.challenge.text)
        let text = String(decoding: good.clientData, as: UTF8.self)
        let texts = [
            "", "null", "[]", "[\(text)]", "\u{FEFF}" + text, text + text, text + "x", text.dropLast() + ",}", "{",
            text.dropLast() + #","a":\#(String(repeating: "[", count: 65))\#(String(repeating: "]", count: 65))}"#,
            text.dropLast() + #","a":"\ud800"}"#,
        ]
        let key = try TestPasskeyKey.es256.stored
        for bytes in texts.map({ Data($0.utf8) }) + [try #require(text.data(using: .utf16LittleEndian)), Data([0xFF])] {
            var response = good
            response.clientData = bytes
            #expect(rejection { () throws(PasskeyError) in try assertion.check(response, by: key) } == .clientData)
        }
    }
}
