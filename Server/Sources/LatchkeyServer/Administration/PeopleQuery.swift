import LatchkeyAPI

/// A query for a page of accounts.
struct PeopleQuery: Sendable {
    static let pageSize = 50
    /// A text after each address that starts with the text before it: addresses are visible ASCII.
    private static let end = "\u{7F}"

    let state: AccountState?
    let place: PersonRows.Place

    /// - Parameters:
    ///   - prefix: The start of the addresses.
    ///   - state: Nil for any.
    ///   - cursor: The `next` of the previous page.
    init(prefix: String?, state: String?, after cursor: String?) throws {
        let prefix = try Self.text(prefix, named: "query").lowercased()
        let cursor = try Self.text(cursor, named: "after")
        self.state = try state.map { word in
            guard let state = AccountState(rawValue: word) else {
                let states = AccountState.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem.invalidRequest("", "state must be one of \(states). Omit it for all accounts.")
            }
            return state
        }
        // One more, where the next page starts.
        place = PersonRows.Place(first: max(prefix, cursor), end: prefix + Self.end, limit: Self.pageSize + 1)
    }

    /// Whether a request can contain the text as a part of an address.
    static func isPart(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= EmailAddress.maximumLength && Account.fitsHeader(text)
    }

    private static func text(_ text: String?, named name: String) throws -> String {
        guard let text, !text.isEmpty else { return "" }
        guard isPart(text) else { throw Problem.invalidRequest("", "\(name) is not a part of an email address.") }
        return text
    }
}
