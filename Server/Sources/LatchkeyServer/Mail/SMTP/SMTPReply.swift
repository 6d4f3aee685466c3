/// A mail server's reply: its code, and the enhanced status code, if any (RFC 5321, 4.2; RFC 3463).
struct SMTPReply: Equatable, CustomStringConvertible {
    /// The reply's code; 0 without a reply.
    let code: Int
    /// The second and third number of `5.7.1`.
    let status: (subject: Int, detail: Int)?

    /// - Parameter line: A line such as `550 5.1.1 No such mailbox`. Ignored if its code differs.
    init(code: Int, line: String) {
        self.code = code
        guard let match = line.prefixMatch(of: /([245]\d\d)[ -][245]\.(\d{1,3})\.(\d{1,3})(?!\S)/),
            Int(match.1) == code, let subject = Int(match.2), let detail = Int(match.3)
        else {
            status = nil
            return
        }
        status = (subject, detail)
    }

    var description: String { status.map { "\(code) \(code / 100).\($0.subject).\($0.detail)" } ?? "\(code)" }

    static func == (one: Self, other: Self) -> Bool { one.description == other.description }
}
