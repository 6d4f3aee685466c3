/// The content of an email, in plain text and HTML, as stored in the outbox.
struct EmailContent: Codable, Equatable, Sendable {
    let subject: String
    let text: String
    let html: String
}

extension String {
    /// The code in the plain text of an email in any language: the first line of the form `K7QF-2M9X`.
    var emailedCode: String? { firstLine { EmailCode($0)?.text == $0 } }

    /// The link in the plain text of an email in any language: the first line that is a URL. Only http or https,
    /// because `javascript:` in `href` would run.
    var emailedLink: String? { firstLine { $0.wholeMatch(of: /https?:\/\/\S+/) != nil } }

    private func firstLine(where isWanted: (String) -> Bool) -> String? {
        split(whereSeparator: \.isNewline).lazy.map { String($0) }.first(where: isWanted)
    }
}
