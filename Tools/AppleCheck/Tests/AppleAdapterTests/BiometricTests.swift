import AppleDevice
import LatchkeyBiometrics
import LatchkeyTestSupport
import Testing

@Suite(.ownDevice) struct BiometricTests {
    let biometrics = LocalBiometricAuth(acceptsCompanion: false) { true }

    @Test func localAuthenticationKeepsTheContractOfBiometrics() async throws {
        let obstacles: [(inout DeviceState) -> Void] = [
            { _ in }, { $0.biometry = .none }, { $0.isEnrolled = false }, { $0.isLockedOut = true },
            { $0.setPasscode(false) }, { $0.isBiometryDenied = true }, { $0.biometry = .unknown },
        ]
        for obstacle in obstacles {
            device { $0 = DeviceState() }
            device(obstacle)
            try await BiometricAuthContract { [biometrics] in biometrics }.verify()
        }
    }

    @Test func everyBiometricKindMapsToAType() async throws {
        let kinds: [(DeviceState.Biometry, BiometricType)] = [
            (.touchID, .touchID), (.faceID, .faceID), (.opticID, .opticID), (.unknown, .other),
        ]
        for (kind, type) in kinds {
            device { $0.biometry = kind }
            #expect(try await biometrics.status() == type)
        }
    }

    @Test func eachSystemErrorMapsToOneBiometricError() async {
        let meanings: [(Int, BiometricAuthError)] = [
            (-1, .authenticationFailed), (-2, .userCanceled), (-3, .userFallback), (-4, .systemCanceled),
            (-5, .devicePasscodeNotSet), (-6, .notAvailable), (-7, .notEnrolled), (-8, .lockout), (-9, .appCanceled),
            (-10, .appCanceled), (-11, .notAvailable),
        ]
        for (code, meaning) in meanings {
            device { $0.outcomes = [.error(code), .error(code)] }
            #expect(await biometrics.authenticate(reason: "Unlock") == .rejected(meaning))
            let either = await biometrics.authenticateWithBiometricsOrDevicePasscode(reason: "Unlock")
            #expect(either == .rejected(meaning))
        }
        for code in [-1004, -9999] {
            device { $0.outcomes = [.error(code)] }
            guard case .rejected(.systemError(code, _)) = await biometrics.authenticate(reason: "Unlock") else {
                Issue.record("\(code) is not reported correctly")
                continue
            }
        }
    }

    @Test func everyRequestPromptsAgain() async {
        #expect(await biometrics.authenticate(reason: "First") == .authenticated)
        device { $0.outcomes = [.error(-1)] }
        #expect(await biometrics.authenticate(reason: "Second") == .rejected(.authenticationFailed))
        #expect(deviceNow.prompts == ["First", "Second"])
        #expect(deviceNow.fallbackTitles == ["", ""], "no other way is offered")
    }

    @Test func reportsWhetherBiometricsOrThePasscodeCanBeRequested() async {
        #expect(await biometrics.canUseBiometricOrPasscode)
        device { $0.isLockedOut = true }
        #expect(await biometrics.canUseBiometricOrPasscode)
        device { $0.isEnrolled = false }
        #expect(await biometrics.canUseBiometricOrPasscode)
        device { $0.setPasscode(false) }
        #expect(await !biometrics.canUseBiometricOrPasscode)
        device { $0 = DeviceState() }
        #expect(await !LocalBiometricAuth(acceptsCompanion: false) { false }.canUseBiometricOrPasscode)
    }

    @Test func devicePasscodeWorksAfterLockoutOnlyWhereAllowed() async {
        device { $0.isLockedOut = true }
        #expect(await biometrics.authenticate(reason: "Unlock") == .rejected(.lockout))
        #expect(deviceNow.prompts.isEmpty)
        #expect(await biometrics.authenticateWithBiometricsOrDevicePasscode(reason: "Unlock") == .authenticated)
    }

    @Test func companionDeviceIsAcceptedOnlyWhenEnabled() async throws {
        device { ($0.biometry, $0.hasCompanion) = (.none, true) }
        #expect(await biometrics.authenticate(reason: "Unlock") == .rejected(.notAvailable))
        let withCompanion = LocalBiometricAuth(acceptsCompanion: true) { true }
        #expect(try await withCompanion.status() == .other)
        #expect(await withCompanion.authenticate(reason: "Unlock") == .authenticated)
    }

    @Test func missingFaceIDUsageDescriptionPreventsThePrompt() async {
        let biometrics = LocalBiometricAuth(acceptsCompanion: false) { false }
        let outcomes = [
            await biometrics.authenticate(reason: "Unlock"),
            await biometrics.authenticateWithBiometricsOrDevicePasscode(reason: "Unlock"),
        ]
        for outcome in outcomes {
            guard case .rejected(.systemError(_, let text)) = outcome, text.contains("NSFaceIDUsageDescription") else {
                Issue.record("\(outcome) does not name the key")
                continue
            }
        }
        #expect(deviceNow.prompts.isEmpty)
        device { $0.biometry = .touchID }
        #expect(await biometrics.authenticate(reason: "Unlock") == .authenticated)
    }

    @Test func emptyReasonIsRejectedInsteadOfEndingTheApp() async {
        guard case .rejected(.systemError) = await biometrics.authenticate(reason: "") else {
            Issue.record("prompted without a reason")
            return
        }
    }

    @Test("C11 cancelling the task dismisses the prompt", .timeLimit(.minutes(5)))
    func cancellingTheTaskDismissesThePrompt() async {
        device { $0.outcomes = [.nothing] }
        let request = Task { [biometrics] in await biometrics.authenticate(reason: "Unlock") }
        while deviceNow.prompts.isEmpty, !Task.isCancelled { await Task.yield() }
        request.cancel()
        #expect(await result(of: request) == .success(.rejected(.appCanceled)))
    }
}
