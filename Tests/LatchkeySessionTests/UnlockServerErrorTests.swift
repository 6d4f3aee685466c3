import LatchkeyAPI
import LatchkeyLock
import Testing

@testable import LatchkeySession

/// The user's next step after a failed call for a device's vault.
struct UnlockServerErrorTests {
    @Test func onlyFaultsOfTheServerSendUsersToTheirAdministrator() {
        let errors: [(SessionError, UnlockServerError)] = [
            (.signedOut, .unknownDevice), (.ended, .unknownDevice), (.api(.unauthenticated), .unknownDevice),
            (.api(.passcodeChanged), .passcodeChanged), (.api(.deviceShut), .shut),
            (.locked, .locked), (.api(.locked), .passcodeNeeded),
            (.api(.passcodeTooOld(maxAge: nil)), .passcodeNeeded), (.api(.offline), .unreachable),
            (.cancelled, .cancelled), (.sessionLock(code: 110), .cancelled), (.api(.cancelled), .cancelled),
            (.api(.temporarilyUnavailable(retryAfter: nil)), .unreachable),
            (.api(.tooManyAttempts(retryAfter: .seconds(9))), .wait(.seconds(9))),
            (.api(.internalError), .broken), (.api(.attemptConflict), .broken),
        ]
        for (error, expected) in errors { #expect(UnlockServerError(error) == expected, "\(error)") }
    }

    @Test(arguments: [APIError.deviceShut, .passcodeChanged])
    func directCallsHaveTheTextOfTheLock(error: APIError) {
        let expected = VaultError.unlockServer(UnlockServerError(.api(error))).text(in: .english)
        #expect(SessionError.api(error).text(in: .english, .english) == expected)
    }
}
