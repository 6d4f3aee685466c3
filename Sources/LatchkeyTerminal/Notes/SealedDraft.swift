internal import Foundation
internal import LatchkeyLock
internal import LatchkeyPersistence

/// A draft as it is kept: sealed for a vault that may have been locked, see `SealingKey`.
struct SealedDraft: PersistenceModel {
    static let persistenceName = "sealed-draft"

    let id: UUID
    let sealed: Data

    init(_ draft: Draft, for key: SealingKey) throws(VaultError) {
        id = UUID()
        // A text, a name and a date can always be written as JSON.
        guard let plain = try? JSONEncoder().encode(draft) else { throw .damaged }
        sealed = try key.seal(plain, for: Self.purpose(id))
    }

    /// Opens the draft. Throws `.locked`, or another error for one that was sealed for another vault.
    func open(in vault: Vault) throws(VaultError) -> Draft {
        let plain = try vault.open(sealed, for: Self.purpose(id))
        guard let draft = try? JSONDecoder().decode(Draft.self, from: plain) else { throw .damaged }
        return draft
    }

    private static func purpose(_ id: UUID) -> String { "latchkey/draft/1/\(id)" }
}
