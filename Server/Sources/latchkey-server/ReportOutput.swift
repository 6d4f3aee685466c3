import ArgumentParser
import Foundation
import LatchkeyProgram
import LatchkeyServer

/// The output format of a report.
struct ReportOutput: ParsableArguments {
    @Flag(help: "Print JSON, one object per line.") var json = false

    /// Prints one line for each report.
    func write<Report: Encodable & CustomStringConvertible>(_ reports: [Report]) throws {
        for report in reports {
            try StandardStream.output.write(json ? try Self.json(of: report) : report.description)
        }
    }

    /// Prints the result of a command on an account.
    func confirm(_ report: AccountReport, _ done: String) throws {
        try StandardStream.output.write(json ? try Self.json(of: report) : "\(report.name): \(done)")
    }

    /// Prints the result of a change, and whether anything changed.
    func confirm(_ report: AccountChangeReport, _ outcome: String) throws {
        try StandardStream.output.write(json ? try Self.json(of: report) : "\(report.account.name): \(outcome)")
    }

    private static func json(of report: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }
}
