import ArgumentParser
import Foundation

/// How a command prints what it found.
struct ReportOutput: ParsableArguments {
    @Flag(help: "Print JSON, an object a line.") var json = false

    /// Prints each on a line of its own.
    func print<Report: Encodable & CustomStringConvertible>(_ reports: [Report]) throws {
        for report in reports { Swift.print(json ? try Self.json(of: report) : report.description) }
    }

    /// Prints what a command has changed, for programs only.
    func confirm(_ report: some Encodable) throws {
        if json { Swift.print(try Self.json(of: report)) }
    }

    private static func json(of report: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }
}
