import Foundation
import LatchkeyAPI
import Testing

/// Round trips of JSON literals with every member of the contract.
@Suite struct ContractJSONTests {
    static let user = """
        {"email":"ada@example.com","has_passcode":true,"has_passkey":true,"id":"7","language":"en","locked":false,\
        "passcode_enabled":true,"passcode_timeout_minutes":15,"policy":{"biometrics_allowed":true,\
        "longest_timeout_minutes":60,"passcode_required":false,"session_ends_at":"2026-02-01T03:04:05Z"},\
        "time_zone":"Europe/Paris"}
        """
    static let session = """
        {"access_expires_in":900,"access_token":"A","recovery_key":"K","refresh_expires_in":2592000,\
        "refresh_token":"R","user":\(user)}
        """

    private func expectRoundTrip<Value: Codable>(_ type: Value.Type, _ json: String) throws {
        let value = try WireFormat.makeDecoder().decode(type, from: Data(json.utf8))
        let again = try WireFormat.makeEncoder().encode(value)
        // Compared as data, because a failure would print the text of a request.
        #expect(again == Data(json.utf8), "\(type)")
    }

    @Test("ASVS-15.3.1 responses match the contract")
    func responsesMatchTheContract() throws {
        try expectRoundTrip(User.self, Self.user)
        try expectRoundTrip(User.self, Self.user.replacing(#""Europe/Paris""#, with: "null"))
        try expectRoundTrip(SessionResponse.self, Self.session)
        try expectRoundTrip(CookieSessionResponse.self, #"{"user":\#(Self.user)}"#)
        try expectRoundTrip(
            SessionList.self,
            """
            {"sessions":[{"created_at":"2026-01-02T03:04:05Z","current":true,"device_name":null,"id":"1",\
            "last_active_at":"2026-01-02T03:04:06Z"}]}
            """)
        try expectRoundTrip(TokenIntrospection.self, #"{"active":false}"#)
        try expectRoundTrip(TokenIntrospection.self, #"{"active":false,"locked":true}"#)
        try expectRoundTrip(
            TokenIntrospection.self,
            #"""
            {"acr":"urn:latchkey:passcode","active":true,"auth_time":1777890030,"email":"ann@example.com",\#
            "exp":1777890930,"locked":false,"sub":"5f0e"}
            """#)
        try expectRoundTrip(
            TokenIntrospection.self,
            #"{"active":true,"iss_sub":{"format":"iss_sub","iss":"https://login.example","sub":"ann-1"}}"#)
        try expectRoundTrip(SignInMethods.self, #"{"mail":true}"#)
        try expectRoundTrip(
            SignInMethods.self,
            #"{"mail":false,"provider":{"client_id":"terminal","issuer":"https://login.example","name":"Desk"}}"#)
        try expectRoundTrip(
            TokenSignInRequest.self,
            #"{"subject_token":"T","subject_token_type":"urn:ietf:params:oauth:token-type:jwt","time_zone":"Z"}"#)
        try expectRoundTrip(ActivityPage.self, #"{"events":[],"next":null}"#)
        for kind in ActivityKind.allCases {
            try expectRoundTrip(
                ActivityPage.self,
                """
                {"events":[{"at":"2026-01-02T03:04:05Z","device_name":"Phone","id":"9","ip":"::1",\
                "kind":"\(kind.rawValue)"}],"next":"8"}
                """)
        }
    }

    @Test func activityKindsMatchTheContract() {
        let contract = """
            signed_in signed_out session_ended passcode_set passcode_changed passcode_enabled passcode_disabled \
            passcode_reset_requested passcode_reset passcode_failed passcode_blocked unlocked_after_failures \
            timeout_changed passkey_added passkey_removed device_shut email_changed disowned suspended resumed \
            ended_by_admin reset_required_by_admin device_shut_by_admin administrator_granted administrator_revoked \
            administered
            """
        #expect(ActivityKind.allCases.map(\.rawValue) == contract.split(separator: " ").map(String.init))
    }

    @Test func requestsMatchTheContract() throws {
        try expectRoundTrip(EmailRequest.self, #"{"email":"ada@example.com"}"#)
        try expectRoundTrip(EmailRequest.self, "{}")
        try expectRoundTrip(
            MagicLinkVerifyRequest.self, #"{"device_name":"D","time_zone":"Z","token":"T","transport":"cookie"}"#)
        try expectRoundTrip(MagicLinkVerifyRequest.self, #"{"code":"K7QF-2M9X","email":"ada@example.com"}"#)
        try expectRoundTrip(RefreshRequest.self, #"{"refresh_token":"R"}"#)
        try expectRoundTrip(SetPasscodeRequest.self, #"{"current_passcode":"111213","passcode":"482915"}"#)
        try expectRoundTrip(VerifyPasscodeRequest.self, #"{"passcode":"482915"}"#)
        try expectRoundTrip(
            PasscodeSettingsRequest.self,
            #"{"current_passcode":"482915","language":"fr","passcode_enabled":false,"passcode_timeout_minutes":30,"#
                + #""time_zone":"Europe/Paris"}"#)
        try expectRoundTrip(ResetPasscodeRequest.self, #"{"new_passcode":"482915","token":"T"}"#)
        try expectRoundTrip(DisownRequest.self, #"{"token":"T"}"#)
        try expectRoundTrip(DeleteAccountRequest.self, #"{"current_passcode":"482915"}"#)
    }

    @Test func problemsMatchTheContract() throws {
        try expectRoundTrip(
            Problem.self,
            """
            {"allowed":[1,5,15,30,60],"attempts_remaining":9,"detail":"d","errors":[{"detail":"e","pointer":"/email"}],\
            "reason":"reused","retry_after":30,"session_ended":false,"status":403,"title":"t",\
            "type":"/problems/incorrect-passcode"}
            """)
    }

    @Test func eventsOfUnknownKindAreSkipped() throws {
        let json = """
            {"events":[{"at":"2026-01-02T03:04:05Z","id":"9","kind":"new_thing"},\
            {"at":"2026-01-02T03:04:05Z","id":"8","kind":"disowned"}],"next":"8"}
            """
        let page = try WireFormat.makeDecoder().decode(ActivityPage.self, from: Data(json.utf8))
        #expect(page.events.map(\.id) == ["8"])
        #expect(page.next == "8")
    }

    @Test func malformedOptionalMembersOfAProblemAreIgnored() throws {
        let json = #"{"type":"/problems/weak-passcode","status":"x","reason":"new","retry_after":"soon","errors":{}}"#
        let problem = try WireFormat.makeDecoder().decode(Problem.self, from: Data(json.utf8))
        #expect(problem.kind == .weakPasscode)
        #expect(problem.reason == nil)
        #expect(problem.retryAfter == nil)
        #expect(problem.errors == nil)
        #expect(problem.status == 0)
    }

    @Test func everyProblemTypeIsIdentifiedByItsPath() {
        for type in ProblemType.allCases { #expect(Problem(type).kind == type) }
    }
}
