import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyUI

/// An app without an account: from the tenth wrong passcode on, each attempt waits, and nothing is erased.
@MainActor
func makeLock(storage: some SecureStorageProtocol) -> PasscodeService {
    let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
    return AppLock.device(platform, reason: "Unlock the shop.", afterTenFailures: .unlimited)
}

extension ScreenTexts {
    /// Some texts of the app's own. The others are the English ones.
    static let shop = ScreenTexts(
        language: "en",
        [.enterPasscode: "Staff only: your six digits", .forgotPasscode: "Ask the owner"],
        session: .english, lock: .english, biometrics: .english)
}

extension LockTexts {
    /// A text with a count, in each plural form of Polish.
    static let polishShop = LockTexts(
        language: "pl",
        counts: [
            .wrongWithCount: [
                .one: "Została {count} próba.", .few: "Zostały {count} próby.", .many: "Zostało {count} prób.",
                .other: "Zostało {count} próby.",
            ]
        ])
}

/// An additional rule for passcodes: not the number on the shop's door.
@MainActor
struct NewShopPasscode {
    let lock: any LockModel
    let doorNumber: Passcode

    func set(_ new: Passcode) async -> PasscodeChangeOutcome {
        guard !new.matches(doorNumber) else { return .rejected(nil) }
        return await lock.setPasscode(new)
    }
}

/// Returns the reason why a text cannot be a new passcode, or nil.
func problem(ofPasscode text: String) -> String? {
    guard let passcode = Passcode(text) else { return "Enter six digits." }
    return PasscodePolicy().rejection(of: passcode)?.reason
}

/// The app's own lock screen, as text. The model manages digits, attempts, waits and biometrics.
@MainActor
struct TextLockScreen {
    let model: LockScreenModel

    /// Six dots: one filled for each digit entered.
    var lines: [String] {
        let typed = model.entry.pad.count
        let dots = (0..<Passcode.length).map { $0 < typed ? "●" : "○" }.joined(separator: " ")
        return [model.title, dots, model.status ?? ""]
    }

    func press(_ key: Character) {
        switch key {
        case "\u{7F}": model.entry.pad.delete()
        default: model.entry.pad.type(key)
        }
    }
}
