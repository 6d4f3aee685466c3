internal import Crypto
internal import Foundation
internal import LatchkeyLock
internal import LatchkeyPersistence

/// A letter box: texts can be put in while the vault is locked, and taken out only when it is open.
///
/// Each is sealed with HPKE (RFC 9180: X25519, HKDF-SHA256, ChaCha20-Poly1305) to a public key that lies in the clear
/// beside the notes. That keeps drafts secret and whole, but says nothing about who left them: whoever may write the store
/// can leave one, or put another public key there for a process that has not had the vault open.
actor DraftBox {
    /// What is in the box.
    struct Collection: Sendable, Equatable {
        /// The oldest first.
        var drafts: [Draft] = []
        /// Those that are there and cannot be opened.
        var damaged: [UUID] = []
    }

    private struct Content: Codable {
        let noteID: UUID?
        let text: String
        let date: Date
    }

    private static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
    private static let info = Data("latchkey/draft/1".utf8)

    private let persistence: any PersistenceProtocol
    private let vault: Vault
    /// The one that the open vault has confirmed in this process.
    private var confirmed: DraftKey?

    init(persistence: some PersistenceProtocol, vault: Vault) {
        (self.persistence, self.vault) = (persistence, vault)
    }

    /// Makes the keys if there are none, so that drafts can be left when the vault is locked. To be called whenever the
    /// vault has been opened. Keys that are there are never replaced.
    func prepare() async throws(NoteError) {
        guard !vault.isLocked else { throw .locked }
        if let confirmed, (try? privateKey(of: confirmed)) != nil { return }
        for key in try await keys() {
            do throws(NoteError) {
                _ = try privateKey(of: key)
                confirmed = key
                return
            } catch {
                // Another vault's, perhaps, or damaged: it stays for the drafts that it seals.
                guard case .damaged = error else { throw error }
            }
        }
        let key = try makeKey()
        do {
            try await persistence.save(key)
        } catch {
            throw .store(error)
        }
        confirmed = key
    }

    /// Leaves a text durably; works while the vault is locked. Left again under the same identifier, it replaces the
    /// former. Throws ``NoteError/noDraftKey`` when the vault was never open.
    func deposit(_ text: String, noteID: UUID?, id: UUID = UUID(), date: Date) async throws(NoteError) {
        let key: DraftKey? = if let confirmed { confirmed } else { try await keys().first }
        guard let key else { throw .noDraftKey }
        let draft = try Self.seal(Content(noteID: noteID, text: text, date: date), id: id, to: key)
        do {
            try await persistence.save(draft)
        } catch {
            throw .store(error)
        }
    }

    /// What is in the box. It stays there until it is discarded: save first, so that nothing can be lost in between.
    func collect() async throws(NoteError) -> Collection {
        guard !vault.isLocked else { throw .locked }
        var privateKeys: [UUID: Curve25519.KeyAgreement.PrivateKey] = [:]
        for key in try await keys() {
            do throws(NoteError) {
                privateKeys[key.id] = try privateKey(of: key)
            } catch {
                guard case .damaged = error else { throw error }
            }
        }
        var collection = Collection()
        for sealed in try await sealedDrafts() {
            if let key = privateKeys[sealed.keyID], let draft = Self.open(sealed, with: key) {
                collection.drafts.append(draft)
            } else {
                collection.damaged.append(sealed.id)
            }
        }
        collection.drafts.sort { $0.date < $1.date }
        return collection
    }

    /// Takes drafts out for good.
    func discard(_ ids: [UUID]) async throws(NoteError) {
        do {
            try await persistence.deleteAll(SealedDraft.self, ids: ids)
        } catch {
            throw .store(error)
        }
    }

    private func keys() async throws(NoteError) -> [DraftKey] {
        do {
            return try await persistence.loadAll(DraftKey.self)
        } catch {
            throw .store(error)
        }
    }

    private func sealedDrafts() async throws(NoteError) -> [SealedDraft] {
        do {
            return try await persistence.loadAll(SealedDraft.self)
        } catch {
            throw .store(error)
        }
    }

    private func makeKey() throws(NoteError) -> DraftKey {
        let (id, key) = (UUID(), Curve25519.KeyAgreement.PrivateKey())
        do {
            let sealed = try vault.seal(key.rawRepresentation, for: DraftKey.purpose(of: id))
            return DraftKey(id: id, publicKey: key.publicKey.rawRepresentation, sealedPrivateKey: sealed)
        } catch {
            throw NoteError(error, about: id)
        }
    }

    /// The private key, if it belongs to the public one beside it.
    private func privateKey(of key: DraftKey) throws(NoteError) -> Curve25519.KeyAgreement.PrivateKey {
        let plain: Data
        do {
            plain = try vault.open(key.sealedPrivateKey, for: DraftKey.purpose(of: key.id))
        } catch {
            throw NoteError(error, about: key.id)
        }
        guard let privateKey = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: plain),
            privateKey.publicKey.rawRepresentation == key.publicKey
        else { throw .damaged(key.id) }
        return privateKey
    }

    private static func seal(_ content: Content, id: UUID, to key: DraftKey) throws(NoteError) -> SealedDraft {
        do {
            let publicKey = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: key.publicKey)
            var sender = try HPKE.Sender(recipientKey: publicKey, ciphersuite: suite, info: info)
            let ciphertext = try sender.seal(JSONEncoder().encode(content), authenticating: Data(id.uuidString.utf8))
            return SealedDraft(
                id: id, keyID: key.id, encapsulatedKey: sender.encapsulatedKey, ciphertext: ciphertext)
        } catch {
            throw .sealingFailed
        }
    }

    private static func open(_ draft: SealedDraft, with key: Curve25519.KeyAgreement.PrivateKey) -> Draft? {
        guard
            var recipient = try? HPKE.Recipient(
                privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: draft.encapsulatedKey),
            let plain = try? recipient.open(draft.ciphertext, authenticating: Data(draft.id.uuidString.utf8)),
            let content = try? JSONDecoder().decode(Content.self, from: plain)
        else { return nil }
        return Draft(id: draft.id, noteID: content.noteID, text: content.text, date: content.date)
    }
}
