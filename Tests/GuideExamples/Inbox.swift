import Foundation
import LatchkeyLock

/// What arrives while the app is locked, sealed at once and read after the next unlock.
struct Inbox {
    let vault: Vault

    /// Once, while the app is open and has a vault: from then on there is a key also after a launch that finds it
    /// locked.
    func prepare() async throws { try await vault.storeSealingKey() }

    /// Returns nil when `prepare()` never ran.
    func seal(_ message: String) async throws -> Data? {
        try await vault.depositKey()?.seal(Data(message.utf8), for: "inbox")
    }

    /// Throws `.locked` while the app is. The text does not tell who sealed it.
    func open(_ sealed: Data) throws -> String {
        String(decoding: try vault.openDeposited(sealed, for: "inbox"), as: UTF8.self)
    }
}
