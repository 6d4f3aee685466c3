internal import Foundation

/// What came out of an editor, before it is a note.
struct Draft: Codable, Hashable, Sendable {
    /// The note that was edited, or nil for a new one.
    var noteID: UUID?
    var text: String
    /// When the editor was opened.
    var began: Date
}
