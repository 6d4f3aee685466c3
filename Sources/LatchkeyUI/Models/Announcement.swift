/// What a screen reader announces for a screen that asks for something.
package struct Announcement: Sendable, Equatable {
    /// What is asked for.
    package let title: String
    /// The result of the last attempt, or nil.
    package let message: String?

    /// What is new since the other: first what happened, then what is asked for now. Nil when nothing changed.
    package func changes(since old: Announcement) -> String? {
        let news = [message == old.message ? nil : message, title == old.title ? nil : title].compactMap { $0 }
        return news.isEmpty ? nil : news.joined(separator: " ")
    }
}
