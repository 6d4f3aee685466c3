import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyUI
import Testing

/// The error type of a lock, with and without an account.
struct LockErrorTests {
    @Test func vaultErrorsAreEqualFromEveryLayer() {
        #expect(LockError(.vault(.damaged)) == .vault(.damaged))
        #expect(LockError(.locked) == .vault(.locked) && LockError.locked == .vault(.locked))
        #expect(LockError(.vault(.damaged)).sessionError == nil)
        #expect(LockError.vault(.damaged) != .vault(.noVault) && LockError.vault(.locked) != .ended)
    }

    @Test func errorsOfTheSessionAreComparedByValue() {
        #expect(LockError(.ended) == .ended && LockError.ended != .signedOut)
        #expect(LockError(.api(.offline)) == .api(.offline) && LockError.api(.offline) != .api(.timedOut))
        #expect(LockError.storage(.locked).sessionError == .storage(.locked))
        #expect(LockError.session(OtherFailure()) != .ended && LockError.session(OtherFailure()).sessionError == nil)
    }

    @Test func eachLayerSuppliesTheTextOfItsErrors() {
        let texts = ScreenTexts.french
        #expect(LockError.vault(.damaged).text(in: texts) == texts.lock[.damaged])
        #expect(LockError.api(.offline).text(in: texts) == texts[.offline])
        #expect(LockError.session(OtherFailure()).text(in: texts) == "other")
        #expect(LockError.ended.text(in: LockTexts.french) == SessionError.ended.localizedDescription)
        #expect(LockError.vault(.damaged).errorDescription == VaultError.damaged.errorDescription)
    }
}

private struct OtherFailure: SessionFailure {
    var errorDescription: String? { "other" }
}
