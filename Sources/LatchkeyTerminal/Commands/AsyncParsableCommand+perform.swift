internal import ArgumentParser
internal import Foundation
internal import TerminalKit

extension AsyncParsableCommand {
    /// Does the command's work. When that fails, the process ends with a status of ``ExitStatus`` and one line on
    /// standard error.
    static func perform(_ work: () async throws -> Void) async throws {
        do { try await work() } catch let code as ExitCode {
            throw code
        } catch {
            let failure = CommandFailure(error, texts: .preferred(in: ProcessInfo.processInfo.environment))
            FileHandle.standardError.write(Data("latchkey: \(CleanText.lines(failure.text))\n".utf8))
            throw ExitCode(failure.status.rawValue)
        }
    }
}

/// JSON as all commands print it: dates in RFC 3339, members in `snake_case`. What a terminal would obey is escaped, as RFC
/// 8259 (section 7) allows for any character: the value that a program reads stays the same.
enum JSONOutput {
    static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        // Outside of strings JSON is printable ASCII, on one line.
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if CleanText.isHarmful(scalar) || scalar.properties.isBidiControl {
                result += "\\u" + String(scalar.value | 0x1_0000, radix: 16).dropFirst()
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
