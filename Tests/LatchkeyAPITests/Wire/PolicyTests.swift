import Foundation
import LatchkeyAPI
import Testing

/// Decoding of the team's policy.
@Suite struct PolicyTests {
    private func user(_ policy: String) throws -> User {
        let text = """
            {"id":"1","email":"a@b","has_passcode":false,"has_passkey":false,"passcode_enabled":false,
            "passcode_timeout_minutes":15,"locked":false,"language":"en"\(policy)}
            """
        return try WireFormat.makeDecoder().decode(User.self, from: Data(text.utf8))
    }

    @Test func policyWithoutKnownRulesRestrictsNothing() throws {
        for member in [#","policy":{}"#, #","policy":{"new_rule":true}"#] {
            let user = try user(member)
            #expect(user.policy == .unrestricted && !user.lacksRequiredPasscode)
            #expect(user.policy.allowedTimeouts == User.allowedTimeouts)
        }
    }

    @Test func policyRulesAreDecodedAndEncoded() throws {
        let user = try user(
            #"""
            ,"policy":{"passcode_required":true,"longest_timeout_minutes":15,"biometrics_allowed":false,
            "session_ends_at":"2026-11-23T07:30:00Z"}
            """#)
        let end = Date(timeIntervalSince1970: 1_795_419_000)
        #expect(
            user.policy
                == User.Policy(
                    passcodeRequired: true, longestTimeoutMinutes: 15, biometricsAllowed: false, sessionEndsAt: end))
        #expect(user.lacksRequiredPasscode && user.policy.allowedTimeouts == [1, 5, 15])
        let again = try WireFormat.makeDecoder().decode(User.self, from: WireFormat.makeEncoder().encode(user))
        #expect(again == user)
    }

    @Test func serverUnlockRuleIsEncodedOnlyIfItApplies() throws {
        let user = try user(#","policy":{"server_unlock_required":true}"#)
        #expect(user.policy == User.Policy(serverUnlockRequired: true))
        let again = try WireFormat.makeDecoder().decode(User.self, from: WireFormat.makeEncoder().encode(user))
        #expect(again == user)
        let open = try WireFormat.makeEncoder().encode(User.Policy.unrestricted)
        #expect(!String(decoding: open, as: UTF8.self).contains("server_unlock_required"))
    }

    @Test(arguments: [
        #"{"passcode_required":"yes"}"#, #"{"biometrics_allowed":0}"#, #"{"longest_timeout_minutes":"5"}"#,
        #"{"session_ends_at":"soon"}"#, "[]",
    ])
    func malformedPolicyRuleIsRejected(_ policy: String) {
        #expect(throws: DecodingError.self) { try user(#","policy":"# + policy) }
    }
}
