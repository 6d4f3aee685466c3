internal import Foundation

/// The text of an edit, before it becomes a note.
struct Draft: Identifiable, Codable, Hashable, Sendable {
    /// The edit's identifier: saved again under it, the text is still one draft.
    let id: UUID
    /// The note that was edited, or nil for a new one.
    let noteID: UUID?
    let text: String
    /// When the editor was opened, or nil for a text that a killed process left.
    let began: Date?
}
