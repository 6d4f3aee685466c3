internal import Foundation
internal import TerminalKit

/// The JSON output of all commands: dates in RFC 3339, members in `snake_case`. Characters that a terminal interprets
/// are escaped, which RFC 8259 (section 7) allows for any character: a program reads the same value.
enum JSONOutput {
    static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        // Outside strings, JSON is printable ASCII on one line.
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if CleanText.isHarmful(scalar) || scalar.properties.isBidiControl {
                result += "\\u" + String(scalar.value | 0x1_0000, radix: 16).dropFirst()
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
