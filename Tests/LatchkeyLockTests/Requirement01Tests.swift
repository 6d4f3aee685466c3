import LatchkeyBiometrics
import LatchkeyPasscode
import Testing

@testable import LatchkeyLock

/// Requirement 01's ten test cases, under their numbers.
@MainActor struct Requirement01Tests {
    private let device = Device()

    private func started() async -> PasscodeService {
        let service = device.service()
        await service.start()
        return service
    }

    private func withPasscode() async -> PasscodeService {
        let service = await started()
        #expect(await service.setPasscode(.right) == .done)
        return service
    }

    @Test("Requirement 01, case 1: set a passcode")
    func setPasscode() async {
        let service = await started()
        #expect(!service.isPasscodeEnabled)
        #expect(await service.setPasscode(.right) == .done)
        #expect(service.isPasscodeEnabled)
        // In place of hash and salt: a slot, which holds neither the passcode nor anything to compare it with.
        #expect(device.storage.bytes("latchkey.vault") != nil)
        let next = await started()
        #expect(next.isPasscodeEnabled && next.isLocked && next.protection == .passcode(biometrics: false))
    }

    @Test("Requirement 01, case 2: the right passcode is verified")
    func verifyRight() async { #expect(await withPasscode().verifyPasscode(.right) == .unlocked) }

    @Test("Requirement 01, case 3: a wrong passcode is refused")
    func verifyWrong() async { #expect(await withPasscode().verifyPasscode(.wrong) == .wrong(remaining: 9)) }

    @Test("Requirement 01, case 4: remove the passcode, which takes the passcode")
    func remove() async throws {
        let service = await withPasscode()
        #expect(await service.removePasscode(confirming: .wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(service.isPasscodeEnabled)
        #expect(await service.removePasscode(confirming: .right) == .done)
        #expect(!service.isPasscodeEnabled && !service.isBiometricEnabled && !service.isLocked)
        let header = try VaultHeader(bytes: device.storage.bytes("latchkey.vault") ?? [])
        #expect(header.passcode == nil)
    }

    @Test("Requirement 01, case 5: the kind of biometrics is found", arguments: BiometricType.allCases)
    func biometricType(kind: BiometricType) async {
        device.reader.set(kind == .none ? .failure(.notAvailable) : .success(kind))
        let service = await started()
        #expect(service.biometricType == kind)
        #expect(service.isBiometricAvailable == (kind != .none))
    }

    @Test("Requirement 01, case 6: ten seconds away lock")
    func lockTriggers() async { #expect(await withPasscode().shouldLockOnForeground(backgroundDuration: 10)) }

    @Test("Requirement 01, case 7: two seconds away do not")
    func gracePeriod() async {
        let service = await withPasscode()
        #expect(!service.shouldLockOnForeground(backgroundDuration: 2))
        #expect(!service.shouldLockOnForeground(backgroundDuration: 4.999))
        #expect(service.shouldLockOnForeground(backgroundDuration: 5))
        #expect(await service.removePasscode(confirming: .right) == .done)
        #expect(!service.shouldLockOnForeground(backgroundDuration: 10), "and never without a passcode")
    }

    @Test("Requirement 01, case 8: set, then remove: no orphans of the passcode")
    func noOrphans() async {
        let service = await withPasscode()
        #expect(await service.setBiometric(enabled: true, confirming: .right) == .done)
        #expect(await service.removePasscode(confirming: .right) == .done)
        // The vault itself stays, since what it sealed does.
        #expect(device.storage.keys == ["latchkey.device-secret", "latchkey.vault"])
    }

    @Test("Requirement 01, case 9: turn biometrics on, which takes the passcode")
    func enableBiometric() async {
        let service = await withPasscode()
        #expect(await service.setBiometric(enabled: true) == .passcodeNeeded)
        #expect(await service.setBiometric(enabled: true, confirming: .wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(!service.isBiometricEnabled)
        #expect(await service.setBiometric(enabled: true, confirming: .right) == .done)
        #expect(service.isBiometricEnabled)
        #expect(await service.setBiometric(enabled: false) == .done)
        #expect(!service.isBiometricEnabled)
        device.reader.set(.failure(.notEnrolled))
        #expect(await service.setBiometric(enabled: true, confirming: .right) == .unavailable(.notEnrolled))
    }

    @Test("Requirement 01, case 10: signing out clears the passcode")
    func erase() async throws {
        let service = await withPasscode()
        #expect(await service.setBiometric(enabled: true, confirming: .right) == .done)
        try await service.erase()
        #expect(device.storage.keys.isEmpty)
        #expect(!service.isPasscodeEnabled && !service.isBiometricEnabled && !service.isLocked)
        #expect(await service.setPasscode(.other) == .done)
    }
}
