import Foundation
import LatchkeyLock
import SwiftUI

/// The entrances of an app other than its screens: links, intents and the actions of notifications.
@MainActor
struct LockedEntrances {
    let lock: PasscodeService

    /// For links and intents in the foreground: waits until the user has unlocked the app.
    func show(_ link: URL, _ open: @MainActor (URL) -> Void) async throws {
        try await lock.opened()
        open(link)
    }

    /// For background work, where no one can unlock: throws while the app is locked.
    func read(_ sealed: Data) async throws -> Data {
        await lock.start()
        return try lock.vault.open(sealed, for: "notes")
    }
}

extension View {
    /// Opens links once the app is unlocked. Next to `.appLock`.
    func opensLinks(of entrances: LockedEntrances, _ open: @escaping @MainActor (URL) -> Void) -> some View {
        onOpenURL { link in
            Task { try await entrances.show(link, open) }
        }
    }
}
