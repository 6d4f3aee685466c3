#if os(Linux)
import Foundation
import LatchkeyLifecycle
import LatchkeyLinux
import LatchkeyLock
import LatchkeySecureStorage

/// A journal that only its owner can read.
@MainActor
final class Journal {
    let lock: PasscodeService
    private let page: URL

    /// - Parameter home: An existing folder that only this app uses.
    init(_ platform: LockPlatform, in home: URL) {
        lock = AppLock.device(platform, reason: "Unlock the journal.", afterTenFailures: .unlimited)
        page = home.appending(path: "page")
    }

    /// Throws `.noVault` before the first passcode, `.locked`, or `.damaged` instead of replacing another vault's page.
    func write(_ text: String) throws {
        let sealed = try lock.vault.seal(Data(text.utf8), for: "page")
        do { _ = try read() } catch CocoaError.fileReadNoSuchFile {}
        try sealed.write(to: page, options: .atomic)
    }

    func read() throws -> String {
        String(decoding: try lock.vault.open(Data(contentsOf: page), for: "page"), as: UTF8.self)
    }

    /// Deletes the page, even if it cannot be read. Ask the user first.
    func delete() throws { try FileManager.default.removeItem(at: page) }
}

/// Opens the journal with the services of a Linux desktop.
///
/// - Parameters:
///   - home: An existing folder that only this app uses.
///   - setting: The user's choice of a store for secrets, or nil for the keyring.
@MainActor
func openJournal(in home: URL, storingSecretsIn setting: StorageChoice.Store?) async throws -> Journal {
    let storage = try await LinuxStorage(service: "Journal", folder: home).open(setting: setting) {
        print("The keyring prompts for its password in a window of its own.")
    }
    // The system shows no prompt for a reader: the app instructs the user.
    let reader = FingerprintBiometricAuth { hint in
        print(hint == .touch ? "Touch the fingerprint reader." : "Not read. Touch the reader again.")
    }
    var platform = LockPlatform.linux(
        storage: storage, biometrics: reader,
        sources: [POSIXSignalLifecycleSource(), LogindLifecycleSource(app: "Journal")])
    // The terminal prompts for the passcode instead. Request a finger with `lock.authenticateWithBiometric()`.
    platform.promptsAutomatically = false
    let journal = Journal(platform, in: home)
    await journal.lock.start()
    return journal
}
#endif
