internal import Foundation
internal import LatchkeyPersistence

/// A note as it is stored.
struct SealedNote: PersistenceModel {
    static let persistenceName = "latchkey.note"

    let id: UUID
    /// The vault's; empty when what is stored is no such thing.
    let sealed: Data

    init(id: UUID, sealed: Data) { (self.id, self.sealed) = (id, sealed) }

    /// Takes a damaged `sealed` for an empty one: an error here would hide all other notes.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(UUID.self, forKey: .id)
        sealed = (try? container.decode(Data.self, forKey: .sealed)) ?? Data()
    }

    /// What the vault binds a note to, so that one cannot be passed off as another.
    static func purpose(of id: UUID) -> String { "latchkey/note/1/\(id.uuidString)" }
}
