import ArgumentParser
import Foundation
import LatchkeyProgram
import LatchkeyServer

/// How a command prints what it found.
struct ReportOutput: ParsableArguments {
    @Flag(help: "Print JSON, an object a line.") var json = false

    /// Prints each on a line of its own.
    func write<Report: Encodable & CustomStringConvertible>(_ reports: [Report]) throws {
        for report in reports {
            try StandardStream.output.write(json ? try Self.json(of: report) : report.description)
        }
    }

    /// Prints what a command has done to an account: the account for programs, one line for people.
    func confirm(_ report: AccountReport, _ done: String) throws {
        try StandardStream.output.write(json ? try Self.json(of: report) : "\(report.name): \(done)")
    }

    /// Prints what has become of a change: the account, and whether it was changed, for programs.
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
