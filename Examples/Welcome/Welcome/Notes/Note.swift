import Foundation
import SwiftData

/// A stored note. The vault encrypts its text, not its date.
@Model
nonisolated final class Note {
    @Attribute(.unique) var id: UUID
    var created: Date
    /// The text, encrypted for ``purpose(of:)``.
    var sealed: Data

    init(id: UUID, created: Date = .now, sealed: Data) {
        self.id = id
        self.created = created
        self.sealed = sealed
    }

    /// A purpose for each note, so that none can replace another.
    static func purpose(of id: UUID) -> String { "note/\(id)" }
}
