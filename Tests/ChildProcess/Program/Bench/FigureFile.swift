import Foundation

/// A file of figures in JSON Lines, appended to by several programs in turn.
struct FigureFile {
    let url: URL

    func append(_ figures: [Figure]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let lines = try figures.map { try encoder.encode($0) + Data("\n".utf8) }.reduce(Data(), +)
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
        let handle = try FileHandle(forWritingTo: url)
        try handle.seekToEnd()
        try handle.write(contentsOf: lines)
        try handle.close()
    }

    /// Returns all figures as a table, for `figures FILE`.
    func table() throws -> String {
        let figures = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
            .map { try JSONDecoder().decode(Figure.self, from: Data($0.utf8)) }
        let rows =
            [["figure", "value", "unit", "bar", "holds"]]
            + figures.map {
                [
                    $0.name, Self.text($0.value), $0.unit, $0.bar.map(Self.text) ?? "",
                    $0.holds.map { $0 ? "yes" : "NO" } ?? "",
                ]
            }
        let widths = rows[0].indices.map { column in rows.map(\.[column].count).max() ?? 0 }
        return rows.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// Formats four significant digits.
    private static func text(_ value: Double) -> String { String(format: "%.4g", value) }
}
