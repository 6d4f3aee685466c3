import Foundation
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyShared

@MainActor
struct KeychainManagerTests {
    private let device = TestDevice()

    @Test func keychainStoresReadsAndDeletesTexts() async throws {
        let keychain = await device.launch().keychain
        try await keychain.set("first", forKey: "token")
        try await keychain.set("second", forKey: "token", accessibility: .whenUnlocked)
        #expect(try await keychain.get(forKey: "token") == "second")
        #expect(await device.storage.calls.contains(.save(key: "token", access: .whenUnlocked)))
        try await keychain.delete(forKey: "token")
        #expect(try await keychain.get(forKey: "token") == nil)
        #expect(try await device.names.isEmpty)
    }

    @Test func keyNamesOfTheLockAreRejected() async throws {
        let keychain = await device.launch().keychain
        await #expect(throws: SecureStorageError.invalidKey) {
            try await keychain.set("", forKey: "latchkey.vault")
        }
        await #expect(throws: SecureStorageError.invalidKey) { try await keychain.get(forKey: "latchkey.vault") }
        await #expect(throws: SecureStorageError.invalidKey) { try await keychain.delete(forKey: "latchkey.vault") }
        await #expect(throws: SecureStorageError.invalidKey) {
            try await keychain.readBiometricProtected(account: "latchkey.vault", prompt: "Read it.")
        }
    }

    @Test func biometricTokensAreSeparateFromOtherTokens() async throws {
        let keychain = await device.launch().keychain
        try await keychain.saveTokens(accessToken: "a", refreshToken: "r")
        #expect(try await keychain.getAccessToken() == "a")
        #expect(try await keychain.getRefreshToken() == "r")
        #expect(try await !keychain.hasBiometricTokens())
        try await keychain.saveBiometricTokens(accessToken: "A", refreshToken: "R")
        #expect(try await keychain.hasBiometricTokens())
        #expect(try await keychain.getBiometricAccessToken() == "A")
        #expect(try await keychain.getBiometricRefreshToken() == "R")
        await device.storage.failNext(with: .cancelled, on: .load)
        await #expect(throws: SecureStorageError.cancelled) { try await keychain.getBiometricAccessToken() }
        try await keychain.clearBiometricTokens()
        #expect(try await keychain.getBiometricAccessToken() == nil)
        #expect(try await keychain.getAccessToken() == "a")
        try await keychain.clearTokens()
        #expect(try await keychain.getAccessToken() == nil)
    }

    @Test func biometricDataIsReadWithAPrompt() async throws {
        let keychain = await device.launch().keychain
        try await keychain.saveBiometricProtected(Data("note".utf8), for: "note")
        #expect(try await keychain.readBiometricProtected(account: "note", prompt: "Read it.") == Data("note".utf8))
        #expect(await device.storage.calls.contains(.load(key: "note", prompt: "Read it.")))
        await #expect(throws: KeychainError.itemNotFound) {
            try await keychain.readBiometricProtected(account: "other", prompt: "Read it.")
        }
        await device.storage.failNext(with: .loadFailed(SystemFailure(code: -34018, text: "")), on: .load)
        await #expect(throws: KeychainError.unexpectedStatus(-34018)) {
            try await keychain.readBiometricProtected(account: "note", prompt: "Read it.")
        }
    }

    @Test func clearingThePasscodeRequiresIt() async {
        let app = await device.launch()
        #expect(await app.passcodeService.setPasscode("123456") == .done)
        #expect(app.keychain.isPasscodeEnabled() && !app.keychain.isBiometricEnabled())
        app.passcodeService.lockApp()
        #expect(await app.keychain.clearPasscodeData() == .passcodeNeeded)
        #expect(await app.passcodeService.verifyPasscode("123456"))
        #expect(await app.keychain.clearPasscodeData() == .done)
        #expect(!app.keychain.isPasscodeEnabled())
    }

    @Test func lockedAppShowsNoPromptForASecret() async throws {
        let app = await device.launch()
        #expect(await app.passcodeService.setPasscode("123456") == .done)
        try await app.keychain.saveBiometricTokens(accessToken: "a", refreshToken: "r")
        try await app.keychain.saveBiometricProtected(Data("note".utf8), for: "note")
        try await app.keychain.saveBiometricProtected(Data("open".utf8), for: "open", requireBiometry: false)
        app.passcodeService.lockApp()
        let rejected = SecureStorageError.matchUnavailable(.notInteractive)
        await #expect(throws: rejected) { try await app.keychain.getBiometricAccessToken() }
        await #expect(throws: rejected) { try await app.keychain.getBiometricRefreshToken() }
        await #expect(throws: rejected) {
            try await app.keychain.readBiometricProtected(account: "note", prompt: "Read it.")
        }
        #expect(
            try await app.keychain.readBiometricProtected(account: "open", prompt: "Read it.") == Data("open".utf8))
        #expect(await !device.storage.calls.contains { if case .load(_, .some) = $0 { true } else { false } })
    }

    @Test func changesOfOneKeyAreSerialized() async throws {
        let keychain = await device.launch().keychain
        for _ in 0..<300 {
            async let setting: Void = keychain.set("value", forKey: "key")
            async let deleting: Void = keychain.delete(forKey: "key")
            _ = try await (setting, deleting)
            let isThere = try await keychain.get(forKey: "key") != nil
            let isNamed = try await device.storage.exists(for: "latchkey.shared.keys")
            try #require(isThere == isNamed, "clearing all would not find it")
        }
    }

    @Test func keysStoredWhileClearingRemainTracked() async throws {
        let keychain = await device.launch().keychain
        for _ in 0..<20 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 { group.addTask { try await keychain.set("value", forKey: "\(number)") } }
                group.addTask { try await keychain.clearAll() }
                try await group.waitForAll()
            }
            let names = try await device.storage.load([String].self, for: "latchkey.shared.keys") ?? []
            for number in 0..<20 where try await device.storage.exists(for: "\(number)") {
                try #require(names.contains("\(number)"))
            }
        }
    }

    @Test func appStaysLockedIfItsTokensCannotBeCleared() async throws {
        let app = await device.launch()
        #expect(await app.passcodeService.setPasscode("123456") == .done)
        try await app.keychain.saveTokens(accessToken: "a", refreshToken: "r")
        await device.storage.failNext(with: .locked, on: .delete)
        await #expect(throws: SecureStorageError.locked) { try await app.keychain.clearAll() }
        let next = await device.afterRestart().launch()
        #expect(try await next.keychain.getAccessToken() == "a")
        #expect(next.passcodeService.isPasscodeEnabled && next.passcodeService.isLocked)
    }

    @Test func failedClearingCanBeRepeated() async throws {
        let keychain = await device.launch().keychain
        try await keychain.set("value", forKey: "setting")
        await device.storage.failNext(with: .locked, on: .delete)
        await #expect(throws: (any Error).self) { try await keychain.clearAll() }
        try await keychain.clearAll()
        #expect(try await device.names.isEmpty)
    }
}
