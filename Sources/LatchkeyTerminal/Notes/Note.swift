internal import Foundation
internal import LatchkeyCore
internal import LatchkeyPersistence
internal import TerminalKit

/// A note of the user.
struct Note: Identifiable, Hashable, Sendable {
    let id: UUID
    var text: String
    var modified: Date

    /// The maximum length of the title, in Unicode scalars.
    static let titleLimit = 1_000

    /// The first line that is not blank, or "" if the text begins with too many blanks.
    var title: String {
        // A list draws titles for each key, and a line may be as long as a note.
        let start = String(text.unicodeScalars.prefix(Self.titleLimit)).drop { $0.isWhitespace }
        return start.prefix { !TextWidth.endsLine($0) }.trimmingCharacters(in: .whitespaces)
    }
}

// Data that is encrypted at rest must not be printed.
extension Note: RedactedSecrets {
    var description: String { "Note(\(id))" }
}

/// The record of a note.
struct SealedNote: PersistenceModel {
    static let persistenceName = "latchkey.note"

    let id: UUID
    /// The text, sealed by the vault; empty if the record is damaged.
    let sealed: Data

    init(id: UUID, sealed: Data) { (self.id, self.sealed) = (id, sealed) }

    /// Decodes a damaged `sealed` as empty: an error here would hide all other notes.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(UUID.self, forKey: .id)
        sealed = (try? container.decode(Data.self, forKey: .sealed)) ?? Data()
    }

    /// The purpose that binds a sealed note to its identifier, so that no note can be substituted for another.
    static func purpose(of id: UUID) -> String { "latchkey/note/1/\(id.uuidString)" }
}
