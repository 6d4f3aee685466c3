import Foundation
import LatchkeyLock

/// Messages that arrive while the app is locked. They are sealed immediately, and read after the next unlock.
struct Inbox {
    let vault: Vault

    /// Stores the sealing key. Call it once for each vault, while the app is unlocked. The key is then also available
    /// after a launch of the locked app.
    func prepare() async throws { try await vault.storeSealingKey() }

    /// Returns nil if `prepare()` was never called.
    func seal(_ message: String) async throws -> Data? {
        try await vault.depositKey()?.seal(Data(message.utf8), for: "inbox")
    }

    /// Throws `.locked` while the app is locked. The sender of the text is not authenticated.
    func open(_ sealed: Data) throws -> String {
        String(decoding: try vault.openDeposited(sealed, for: "inbox"), as: UTF8.self)
    }
}
