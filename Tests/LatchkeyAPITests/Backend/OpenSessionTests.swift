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

    @Test(
        arguments: [
            (300, true), (301, false), (0, true), (-60, true), (-61, false), (Int64.min + 2_000_000, false),
        ] as [(Int64, Bool)])
    func passcodeIsFreshUntilItsAgeAndForAMinuteOfSkew(ago: Int64, isFresh: Bool) throws {
        #expect(try session(ago: ago).isPasscodeFresh(within: .seconds(300), now: now) == isFresh)
    }

    @Test func timeWithoutAPasscodeIsNotFresh() throws {
        for acr in [nil, "", "urn:other"] {
            #expect(try !session(ago: 0, acr: acr).isPasscodeFresh(within: .seconds(300), now: now))
        }
    }

    @Test func stalePasscodeIsRejectedWithTheChallengeThatAppsRead() throws {
        let rejection = #expect(throws: BackendRejection.passcodeTooOld(maxAge: .seconds(300))) {
            try session(ago: 301).requirePasscode(within: .seconds(300), now: now)
        }
        #expect(APIError(challenge: rejection?.challenge) == .passcodeTooOld(maxAge: .seconds(300)))
    }
}
