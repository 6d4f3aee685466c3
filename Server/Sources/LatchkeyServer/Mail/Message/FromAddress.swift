/// The sender of emails: `Latchkey <no-reply@example.com>`, or only the address.
struct FromAddress: Equatable, Sendable {
    let name: String?
    let address: String

    static let standard = FromAddress(name: "Latchkey", address: "no-reply@localhost")

    private init(name: String, address: String) {
        self.name = name
        self.address = address
    }

    /// Returns nil unless the address is an email address and the name is one line of printable text.
    init?(_ text: String) {
        let parts = text.split(separator: "<", omittingEmptySubsequences: false)
        let given: String
        switch parts.count {
        case 1:
            name = nil
            given = text
        case 2 where parts[1].last == ">":
            let quoted = String(parts[0]).trimmed(of: " ")
            name =
                quoted.hasPrefix("\"") && quoted.hasSuffix("\"") && quoted.count > 1 ? quoted.trimmed(of: "\"") : quoted
            given = String(parts[1].dropLast())
        default:
            return nil
        }
        let isPrintable = (name ?? "").unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: !"\"\\>".unicodeScalars.contains(scalar)
            }
        }
        guard isPrintable, name?.isEmpty != true, let email = EmailAddress(given) else { return nil }
        address = email.text
    }

    /// The part after the `@`.
    var host: String { String(address.split(separator: "@").last ?? "localhost") }

    /// The value of a `From` header. A name with other characters than letters and digits is quoted (RFC 5322, 3.2.4),
    /// or encoded beyond ASCII.
    var header: String {
        guard let name, !name.allSatisfy(\.isASCII) else { return plainHeader }
        return "\(EncodedWord.encode(name)) <\(address)>"
    }

    /// The value without encoding, for services that encode it themselves.
    var plainHeader: String {
        guard let name else { return address }
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
        return "\(isPlain ? name : "\"\(name)\"") <\(address)>"
    }
}

extension String {
    fileprivate func trimmed(of letter: Character) -> String {
        String(drop { $0 == letter }.reversed().drop { $0 == letter }.reversed())
    }
}
