import Foundation

/// The response of `GET /api/admin/log`.
struct AdministrationLogPage: Encodable, Sendable {
    struct Entry: Encodable, Sendable {
        let id: String
        let at: Date
        let act: AdministrationAct
        let author: AdministrationAuthor
        /// The administrator's address; nil for other authors.
        let actor: String?
        let accountID: String
        let email: String
        let deviceName: String?
        let ip: String?

        private enum CodingKeys: String, CodingKey {
            case id, at, act, author, actor
            case accountID = "accountId"
            case email, deviceName, ip
        }

        init(_ id: String, _ entry: AdministrationEntry) {
            self.id = id
            at = entry.at.date
            (act, author, actor) = (entry.act, entry.author, entry.actorEmail)
            (accountID, email) = (entry.accountID, entry.accountEmail)
            (deviceName, ip) = (entry.deviceName, entry.ip)
        }
    }

    /// The entries of the page, newest first.
    let entries: [Entry]
    /// The value of `before` in the next request; nil at the end.
    let next: String?
}

extension AdministrationLogPage {
    /// The first line of ``csv``.
    static let csvHeader = line(["at", "act", "actor", "email", "account_id", "device_name", "ip"])

    /// The entries as lines of CSV (RFC 4180).
    var csv: String {
        entries.map { entry in
            Self.line([
                entry.at.formatted(.iso8601), entry.act.rawValue, entry.actor ?? entry.author.rawValue, entry.email,
                entry.accountID, entry.deviceName ?? "", entry.ip ?? "",
            ])
        }.joined()
    }

    private static func line(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

    /// Returns a CSV field that no spreadsheet runs as a formula
    /// (https://owasp.org/www-community/attacks/CSV_Injection).
    private static func field(_ text: String) -> String {
        // A quote with an accent is another character, but the same scalar.
        let scalars = text.unicodeScalars
        let isFormula = scalars.first.map { "=+-@\t\r\0".unicodeScalars.contains($0) } ?? false
        let doubled = String.UnicodeScalarView(scalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] })
        return "\"" + (isFormula ? "'" : "") + String(doubled) + "\""
    }
}
