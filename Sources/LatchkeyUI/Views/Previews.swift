#if canImport(SwiftUI) && DEBUG
internal import LatchkeyBiometrics
internal import LatchkeyLock
internal import LatchkeyPasscode
internal import LatchkeySecureStorage
internal import SwiftUI

/// A lock in memory, for previews.
@MainActor
private func previewLock() -> PasscodeService {
    let storage = InMemorySecureStorage()
    let parts = Vault.Parts(
        storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: nil, installation: nil,
        policy: .destroySlots)
    return PasscodeService(vault: Vault(parts), biometrics: NoBiometrics(), reason: "Preview the lock.")
}

/// A lock screen after these wrong passcodes.
private struct PreviewLockScreen: View {
    let guesses: [String]
    @State private var lock = previewLock()
    @State private var model: LockScreenModel?

    var body: some View {
        ZStack {
            if let model { PasscodeLockView(model: model) {} }
        }
        .task {
            guard let passcode = Passcode("481920") else { return }
            _ = await lock.setPasscode(passcode)
            lock.lockApp()
            let model = LockScreenModel(lock, texts: .english)
            self.model = model
            for guess in guesses {
                for digit in guess.compactMap(\.wholeNumberValue) { model.entry.pad.press(digit) }
                await model.entry.settled()
            }
        }
    }
}

#Preview("Locked") { PreviewLockScreen(guesses: []) }

#Preview("Some digits") { PreviewLockScreen(guesses: ["481"]) }

#Preview("Wrong") { PreviewLockScreen(guesses: ["111111"]) }

#Preview("Wait") { PreviewLockScreen(guesses: Array(repeating: "111111", count: 4)) }

#Preview("Arabic, right to left, dark") {
    PreviewLockScreen(guesses: [])
        .environment(\.screenTexts, .arabic)
        .environment(\.layoutDirection, .rightToLeft)
        .environment(\.colorScheme, .dark)
}

#Preview("Choose a passcode") {
    SetPasscodeView(model: SetPasscodeModel(.set, of: previewLock(), texts: .english), onDone: {}, onCancel: {})
}

/// The settings of a lock with or without a passcode.
private struct PreviewSettings: View {
    let hasPasscode: Bool
    @State private var lock = previewLock()

    var body: some View {
        NavigationStack { LockSettingsView(lock) }
            .task {
                await lock.start()
                if hasPasscode, let passcode = Passcode("481920") { _ = await lock.setPasscode(passcode) }
            }
    }
}

#Preview("Settings without a passcode") { PreviewSettings(hasPasscode: false) }

#Preview("Settings") { PreviewSettings(hasPasscode: true) }
#endif
