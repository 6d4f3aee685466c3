internal import Foundation

/// What came out of an editor, before it is a note.
struct Draft: Identifiable, Codable, Hashable, Sendable {
    /// The edit that it came from: left again under the same identifier, it is still one draft.
    let id: UUID
    /// The note that was edited, or nil for a new one.
    let noteID: UUID?
    let text: String
    /// When the editor was opened, or nil for a text that a dead process left.
    let began: Date?
}
