import Foundation
import LatchkeyBiometrics
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLock

struct TextTests {
    @Test(arguments: LockTexts.all)
    func unlockOutcomesHaveDistinctAndCompleteTexts(texts: LockTexts) {
        let now = Date(timeIntervalSince1970: 0)
        let outcomes: [UnlockOutcome] = [
            .wrong(remaining: nil), .wrong(remaining: 1), .wrong(remaining: 7), .wait(until: now + 4.2), .exhausted,
            .noPasscode, .failed(.vault(.damaged)), .shut,
        ]
        let all = outcomes.compactMap { $0.text(in: texts, now: now) }
        #expect(all.count == outcomes.count && Set(all).count == all.count)
        #expect(all.allSatisfy { !$0.isEmpty && !$0.contains("{") })
        #expect(all[2].contains("7") && all[3].contains("5"))
        #expect(UnlockOutcome.wait(until: now - 1).text(in: texts, now: now)?.contains("1") == true)
        #expect(UnlockOutcome.unlocked.text(in: texts, now: now) == nil)
    }

    @Test func serverErrorsHaveTheTextsOfTheirOutcomes() {
        let now = Date(timeIntervalSince1970: 0)
        let pairs: [(UnlockServerError, UnlockOutcome)] = [(.shut, .shut), (.wait(.seconds(9)), .wait(until: now + 9))]
        for (error, outcome) in pairs {
            #expect(VaultError.unlockServer(error).text(in: .english) == outcome.text(in: .english, now: now))
        }
    }

    @Test func onlyAnUnreachableServerSuggestsCheckingTheConnection() {
        let errors: [UnlockServerError] = [.unreachable, .passcodeNeeded, .locked, .cancelled, .broken]
        let texts: [LockText] = [.serverNeeded, .passcodeAgain, .locked, .notChanged, .serverBroken]
        for (error, text) in zip(errors, texts) {
            #expect(VaultError.unlockServer(error).text(in: .english) == LockTexts.english[text])
        }
    }

    @Test(arguments: PasscodePolicy.Rejection.allCases) func everyRejectionHasAReason(
        _ rejection: PasscodePolicy.Rejection
    ) {
        let outcome = PasscodeChangeOutcome.rejected(rejection)
        #expect(outcome.text(in: .english, .english, now: Date())?.hasPrefix(rejection.reason) == true)
    }

    @Test(arguments: LockTexts.all)
    func failedPasscodeChangesHaveDistinctTexts(texts: LockTexts) {
        let outcomes: [PasscodeChangeOutcome] = [
            .rejected(nil), .reused, .notConfirmed(.wrong(remaining: 3)), .pendingHere(.noPasscode),
            .unavailable(.notEnrolled), .failed(.vault(.damaged)), .failed(.vault(.storageInUse)),
            .failed(.vault(.storage(.locked))),
        ]
        let all = outcomes.compactMap { $0.text(in: texts, .english, now: Date()) }
        #expect(Set(all).count == outcomes.count)
        #expect(PasscodeChangeOutcome.done.text(in: texts, .english, now: Date()) == nil)
    }

    @Test(
        "C6 cancelling biometrics shows no message", arguments: [BiometricUnlockOutcome.cancelled, .passcodeRequested])
    func cancellingBiometricsShowsNoMessage(outcome: BiometricUnlockOutcome) {
        #expect(outcome.text(in: .english, .english) == nil)
        #expect(BiometricUnlockOutcome.lockedOut.text(in: .french, .french) == BiometricTexts.french[.lockout])
    }

    @Test(
        "C6 unavailable biometrics show the reason",
        arguments: [BiometricAuthError.notAvailable, .notEnrolled, .devicePasscodeNotSet])
    func unavailableBiometricsShowTheReason(reason: BiometricAuthError) {
        #expect(BiometricUnlockOutcome.unavailable(reason).text(in: .french, .french) == reason.text(in: .french))
    }

    @Test func vaultErrorHasASystemDescription() { #expect(VaultError.noVault.errorDescription?.isEmpty == false) }
}
