import ChildProcess
import Foundation
import LatchkeyCore
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLinux

/// Storage on a machine without a keyring. LatchkeyServiceTests uses a keyring.
@Suite("Opening an app's storage")
struct LinuxStorageTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    private var storage: LinuxStorage {
        var overrides = SecretServiceSecureStorage.Overrides()
        overrides.address = "unix:path=/nonexistent/bus"
        return LinuxStorage(keyring: SecretServiceSecureStorage(service: "test", overrides), folder: home.url)
    }

    private func failure(_ setting: StorageChoice.Store?) async -> LinuxStorageError? {
        do {
            _ = try await storage.open(setting: setting) { Issue.record("asks") }
            return nil
        } catch {
            return error
        }
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: home.url.path) }
    }

    @Test func filesAreUsedOnlyIfTheUserChoseThem() async throws {
        guard case .notChosen = await failure(nil), case .noKeyring = await failure(.keyring) else {
            Issue.record("opened")
            return
        }
        #expect(try files == [])
        #expect(await storage.capabilities(setting: nil).storage.store == nil)
        try await storage.open(setting: .file, willPrompt: nil).save("a secret", for: "a")
        for setting in [nil, StorageChoice.Store.keyring] {
            let again = try await storage.open(setting: setting, willPrompt: nil)
            #expect(try await again.load(for: "a") == "a secret", "secrets stay where they are")
        }
        #expect(await storage.capabilities(setting: nil).storage.reason == .kept)
    }

    @Test func filesNeverReplaceAKeyringWithStoredSecrets() async throws {
        try Data("the keyring's name".utf8).write(to: home.url.appending(path: "keyring"))
        guard case .noKeyring = await failure(.file) else {
            Issue.record("opened")
            return
        }
        #expect(try files == ["keyring"])
    }

    @Test(arguments: [
        (DBusError.timedOut, "logind does not respond in time"),
        (.remote(name: "org.freedesktop.DBus.Error.NoReply", message: "Words"), "logind does not respond in time"),
        (.remote(name: "org.freedesktop.DBus.Error.ServiceUnknown", message: "Words"), "logind does not run"),
        (.remote(name: "org.freedesktop.DBus.Error.Spawn.Failed", message: "Words"), "logind does not run"),
        (.remote(name: "org.example.Error", message: "Words"), "logind reports an error (org.example.Error: Words)"),
        (.remote(name: "org.example.Error", message: ""), "logind reports an error (org.example.Error)"),
        (.disconnected("Words"), "no connection to logind (Words)"),
    ])
    func systemsWordsAreOnlyADetailOfAReason(error: DBusError, text: String) {
        #expect(error.text(about: "logind") == text)
    }

    @Test func everyStorageErrorIsTranslatedIntoEveryLanguage() throws {
        let errors: [LinuxStorageError] = [
            .notChosen(reason: "no bus"), .noKeyring(reason: "no bus"), .silent, .locked, .otherKeyring,
            .storage(.busy), .folder(path: "/srv/app"),
        ]
        for error in errors {
            let text = error.localizedDescription
            #expect(text.hasSuffix(".") && !text.contains("{") && !text.contains("LinuxStorageError"), "\(error)")
        }
        // Words that a language spells as English does.
        let sharedWords: [String: Set<String>] = ["fr": ["secrets"], "nl": ["start"]]
        for texts in LinuxStorageText.translations {
            let words = sharedWords[texts.language] ?? []
            try TranslationContract(.init(texts), english: .init(LinuxStorageText.english), sharedWords: words).verify()
        }
        for texts in FingerprintText.translations {
            let words: Set<String> = texts.language == "fr" ? ["service"] : []
            try TranslationContract(.init(texts), english: .init(FingerprintText.english), sharedWords: words).verify()
        }
        for texts in ServiceText.translations {
            try TranslationContract(.init(texts), english: .init(ServiceText.english)).verify()
        }
    }
}
