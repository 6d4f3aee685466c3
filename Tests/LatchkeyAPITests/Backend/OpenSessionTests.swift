import Foundation
import LatchkeyAPI
import Testing

@Suite struct OpenSessionTests {
    private let now = Date(timeIntervalSince1970: 1_000_000)

    private func session(ago seconds: Int64, acr: String? = TokenIntrospection.passcode) throws -> OpenSession {
        try #require(
            OpenSession(
                TokenIntrospection(
                    active: true, userID: "7", contextClass: acr, authenticationTime: 1_000_000 - seconds)))
    }

    @Test func passcodeFreshnessAllowsAMinuteOfClockSkew() throws {
        for one in try BackendCases.load().passcodes {
            #expect(try session(ago: one.ago).isPasscodeFresh(within: .seconds(one.within), now: now) == one.isFresh)
        }
    }

    @Test func contradictoryIntrospectionResponseOpensNoSession() {
        #expect(OpenSession(TokenIntrospection(active: true, userID: "7")) != nil)
        #expect(OpenSession(TokenIntrospection(active: true, locked: true, userID: "7")) == nil)
        #expect(OpenSession(TokenIntrospection(active: true, passcodeRequired: true, userID: "7")) == nil)
    }

    @Test func passcodeChallengeAllowsAtLeastSixtySeconds() throws {
        #expect(throws: BackendRejection.passcodeTooOld(maxAge: .seconds(60))) {
            try session(ago: 61).requirePasscode(within: .seconds(5), now: now)
        }
    }

    @Test func authenticationWithoutAPasscodeIsNeverFresh() throws {
        for acr in [nil, "", "urn:other"] {
            #expect(try !session(ago: 0, acr: acr).isPasscodeFresh(within: .seconds(300), now: now))
        }
    }

    @Test func stalePasscodeIsRejectedWithAChallengeAppsCanParse() throws {
        let rejection = #expect(throws: BackendRejection.passcodeTooOld(maxAge: .seconds(300))) {
            try session(ago: 301).requirePasscode(within: .seconds(300), now: now)
        }
        #expect(APIError(challenge: rejection?.challenge) == .passcodeTooOld(maxAge: .seconds(300)))
    }
}
