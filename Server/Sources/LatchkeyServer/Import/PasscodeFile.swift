import Foundation

/// The parser of the import format: `email,passcode_hash,passcode_salt`, one line per user.
enum PasscodeFile {
    static let header = "email,passcode_hash,passcode_salt"
    static let maximumSize = 64 * 1024 * 1024

    /// Returns the entries in the file's order.
    ///
    /// - Throws: ``PasscodeImportError`` with all invalid lines. It quotes none of them.
    static func read(_ data: Data) throws(PasscodeImportError) -> [Entry] {
        guard data.count <= maximumSize, let text = String(bytes: data, encoding: .utf8) else {
            throw .unreadable("it is not UTF-8, or over 64 MiB")
        }
        var lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.first, first.trimmingPrefix("\u{FEFF}").lowercased() == header else {
            throw .unreadable("its first line must be \(header)")
        }
        lines.removeFirst()
        var entries: [Entry] = []
        var rejections: [PasscodeImportError.Rejection] = []
        var seen: [String: Int] = [:]
        for (index, line) in lines.enumerated() where !line.isEmpty {
            let number = index + 2
            switch entry(line, number) {
            case .failure(let rejection): rejections.append(rejection)
            case .success(let entry):
                if let other = seen.updateValue(number, forKey: entry.email) {
                    rejections.append(.init(line: number, reason: "the address is already in line \(other)"))
                }
                entries.append(entry)
            }
        }
        guard rejections.isEmpty else { throw .rejected(rejections) }
        return entries
    }

    /// The passcode of one user.
    struct Entry: Sendable {
        let line: Int
        let email: String
        let digest: LegacyDigest
    }

    private static func entry(_ line: Substring, _ number: Int) -> Result<Entry, PasscodeImportError.Rejection> {
        func rejected(_ reason: String) -> Result<Entry, PasscodeImportError.Rejection> {
            .failure(.init(line: number, reason: reason))
        }
        guard let fields = fields(of: line), fields.count == 3 else { return rejected("not three fields") }
        guard let address = EmailAddress(fields[0]) else { return rejected("email is not an address") }
        guard let digest = LegacyDigest(hash: fields[1], salt: fields[2]) else {
            return rejected("passcode_hash is not 64 hexadecimal digits, or passcode_salt is empty or too long")
        }
        return .success(Entry(line: number, email: address.text, digest: digest))
    }

    /// Returns the fields of a CSV line (https://www.rfc-editor.org/rfc/rfc4180); nil if quotes are misplaced.
    private static func fields(of line: Substring) -> [String]? {
        var fields: [String] = []
        var rest = line
        while true {
            if rest.first == "\"" {
                guard let match = rest.prefixMatch(of: /"((?:[^"]|"")*)"(?=,|$)/) else { return nil }
                fields.append(String(match.1).replacing("\"\"", with: "\""))
                rest = rest[match.range.upperBound...]
            } else {
                let field = rest.prefix { $0 != "," }
                guard !field.contains("\"") else { return nil }
                fields.append(String(field))
                rest = rest[field.endIndex...]
            }
            guard rest.first == "," else { return fields }
            rest = rest.dropFirst()
        }
    }
}
