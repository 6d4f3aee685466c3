/// The announcement of a screen by a screen reader.
package struct Announcement: Sendable, Equatable {
    /// The title of the screen, which names the requested input.
    package let title: String
    /// The result of the last attempt, or nil.
    package let message: String?

    /// Returns the changes since the other: first the result, then the title. Nil if nothing changed.
    package func changes(since old: Announcement) -> String? {
        let news = [message == old.message ? nil : message, title == old.title ? nil : title].compactMap { $0 }
        return news.isEmpty ? nil : news.joined(separator: " ")
    }
}
