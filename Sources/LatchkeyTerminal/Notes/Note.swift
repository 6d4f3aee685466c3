internal import Foundation
internal import LatchkeyCore
internal import LatchkeyPersistence
internal import TerminalKit

/// A text of the user.
struct Note: Identifiable, Hashable, Sendable {
    let id: UUID
    var text: String
    var modified: Date

    /// How much of the text may be the title, in Unicode scalars.
    static let titleLimit = 1_000

    /// The first line that is not blank, or "" where the text does not begin with one.
    var title: String {
        // A list draws titles with every key, and a line may be as long as a note.
        let start = String(text.unicodeScalars.prefix(Self.titleLimit)).drop { $0.isWhitespace }
        return start.prefix { !TextWidth.endsLine($0) }.trimmingCharacters(in: .whitespaces)
    }
}

// What is encrypted at rest must not be printed.
extension Note: RedactedSecrets {
    var description: String { "Note(\(id))" }
}

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
