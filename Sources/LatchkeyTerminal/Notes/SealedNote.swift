internal import Foundation
internal import LatchkeyPersistence

/// The record of a note.
struct SealedNote: PersistenceModel {
    static let persistenceName = "latchkey.note"

    let id: UUID
    /// Sealed by the vault; empty when the record is damaged.
    let sealed: Data

    init(id: UUID, sealed: Data) { (self.id, self.sealed) = (id, sealed) }

    /// Reads a damaged `sealed` as empty: an error here would hide all other notes.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(UUID.self, forKey: .id)
        sealed = (try? container.decode(Data.self, forKey: .sealed)) ?? Data()
    }

    /// Binds a sealed note to its identifier, so that one cannot be substituted for another.
    static func purpose(of id: UUID) -> String { "latchkey/note/1/\(id.uuidString)" }
}
