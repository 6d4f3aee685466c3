import Testing

@testable import LatchkeyAPI

/// The step-up challenge in a backend's `WWW-Authenticate` (RFC 9110, 11.6.1; RFC 9470, 3).
@Suite struct ChallengeTests {
    private static let asks = #"Bearer error="insufficient_user_authentication""#

    @Test(arguments: [
        asks + #", max_age="300""#,
        asks + ", max_age=300",
        #"Bearer max_age="300", error="insufficient_user_authentication""#,
        #"bEARER ERROR="insufficient_user_authentication",MAX_AGE="300""#,
        "Bearer error=insufficient_user_authentication ,  max_age = 300 ",
        #", ,Bearer   error="insufficient_user_authentication",, max_age="300","#,
        #"Bearer error="insufficient_\user_authentication", max_age="30\0""#,
        asks + #", error_description="a \"quoted\", \\ text; max_age=\"1\"", max_age="300""#,
        #"Basic realm="a, Bearer error=x", "# + asks + #", max_age="300""#,
        "Negotiate, " + asks + #", max_age="300", Digest realm="b", max_age="1""#,
        "Negotiate abc+/_-.~==, " + asks + #", max_age="300""#,
        #"Bearer error="invalid_token", "# + asks + #", max_age="300""#,
        #"Bearer realm="shop", "# + asks + #", max_age="300""#,
        asks + #", max_age="300", acr_values="urn:latchkey:passcode""#,
        asks + #", max_age="300", acr_values="urn:other urn:latchkey:passcode""#,
    ])
    func aChallengeRequiresAFreshPasscode(header: String) {
        #expect(APIError(challenge: header) == .passcodeTooOld(maxAge: .seconds(300)))
    }

    @Test func challengeWithoutAnAgeStillRequiresThePasscode() {
        #expect(APIError(challenge: Self.asks) == .passcodeTooOld(maxAge: nil))
        #expect(
            APIError(challenge: Self.asks + #", acr_values="urn:latchkey:passcode""#) == .passcodeTooOld(maxAge: nil))
    }

    @Test(
        arguments: [
            ("0", 0), ("1", 1), ("3153600000", 3_153_600_000), ("3153600001", 3_153_600_000),
            ("9223372036854775808", 3_153_600_000), (String(repeating: "9", count: 400), 3_153_600_000),
        ] as [(String, Int64)])
    func passcodeAgeInAChallengeIsCappedAt100Years(text: String, seconds: Int64) {
        #expect(
            APIError(challenge: Self.asks + #", max_age="\#(text)""#) == .passcodeTooOld(maxAge: .seconds(seconds)))
    }

    @Test(arguments: ["", "-1", "+1", "1.5", "1e3", " 300", "300s", "0x10", "٣٠٠"])
    func challengeWithANonNumericAgeIsIgnored(text: String) {
        #expect(APIError(challenge: Self.asks + #", max_age="\#(text)""#) == nil)
    }

    @Test(arguments: [
        nil, "", ",", "Bearer", "Bearer realm=\"shop\"", #"Bearer error="invalid_token", max_age="300""#,
        #"Bearer error="insufficient_scope""#, #"Bearer error="insufficient_user_authentication2""#,
        #"Bearer error="Insufficient_User_Authentication""#,
        #"Bearer error_description="insufficient_user_authentication""#,
        // Challenges of other schemes.
        #"DPoP error="insufficient_user_authentication", max_age="300""#,
        #"Bearer realm="a", Basic error="insufficient_user_authentication""#,
        #"Basic realm="Bearer error=\"insufficient_user_authentication\"""#,
        // Other authentication contexts than the passcode.
        asks + #", acr_values="urn:mace:incommon:iap:silver""#, asks + #", acr_values="""#,
        asks + #", acr_values="urn:latchkey:passcode2""#,
    ])
    func anythingElseIsNotTheChallenge(header: String?) { #expect(APIError(challenge: header) == nil) }

    @Test(arguments: [
        #"error="insufficient_user_authentication""#, asks + #", max_age="300"#, asks + #" max_age="300""#,
        asks + #", max_age="300", max_age="300""#, asks + #", MAX_AGE=1, max_age="300""#,
        asks + #", error="insufficient_user_authentication""#, asks + #", max_age="#, asks + ", max_age=\"3\u{0}\"",
        asks + ", max_age=\"300\"\r\nSet-Cookie: a=b", asks + #", max_age="300\"#, asks + "; max_age=300",
        asks + #", "max_age"="300""#, #"Bearer abc==, error="insufficient_user_authentication""#,
        #"Bearer =x, "# + asks, "Bär " + asks, asks + #", Basic realm="a" b"#, asks + #", Basic realm="a"b="c""#,
    ])
    func aMalformedHeaderIsNoChallenge(header: String) { #expect(APIError(challenge: header) == nil) }

    @Test func commaSeparatedChallengesAreParsedIndividually() {
        let list = AuthenticationChallenge.list(#"Negotiate a==, Basic realm="x", charset=UTF-8 , NTLM, Bearer"#)
        #expect(
            list == [
                AuthenticationChallenge(scheme: "negotiate", parameters: nil),
                AuthenticationChallenge(scheme: "basic", parameters: ["realm": "x", "charset": "UTF-8"]),
                AuthenticationChallenge(scheme: "ntlm"), AuthenticationChallenge(scheme: "bearer"),
            ])
    }
}
