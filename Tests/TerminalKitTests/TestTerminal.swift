import Testing

@testable import TerminalKit

/// A minimal terminal for the renderer. Records any other sequence as a violation.
struct TestTerminal {
    private(set) var rows: [[String]]
    private(set) var cursor: Frame.Position = .init(row: 0, column: 0)
    private(set) var isCursorVisible = true
    private(set) var violations: [String] = []
    private(set) var renditions: Set<String> = []
    /// The rows written since the last reset.
    var touched: Set<Int> = []
    private let size: TerminalSize

    init(_ size: TerminalSize) {
        self.size = size
        rows = Array(repeating: Array(repeating: " ", count: size.columns), count: size.rows)
    }

    var text: [String] {
        rows.map { row in
            let text = row.joined()
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    private var last: Frame.Position { .init(row: size.rows - 1, column: size.columns - 1) }

    mutating func feed(_ bytes: [UInt8]) {
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        while let character = rest.popFirst() {
            if character == "\u{1B}" {
                guard rest.popFirst() == "[" else {
                    violations.append("an escape that is no CSI")
                    continue
                }
                let parameters = rest.prefix { "0123456789;?".contains($0) }
                rest = rest.dropFirst(parameters.count)
                obey(String(parameters), rest.popFirst())
            } else {
                write(character)
            }
        }
    }

    private mutating func obey(_ parameters: String, _ final: Character?) {
        switch (parameters, final) {
        case ("?25l", _), ("?25", "l"): isCursorVisible = false
        case ("?25", "h"): isCursorVisible = true
        case ("1", "J"):
            // Erases up to the cursor, which the renderer may use only from the last cell.
            if cursor != last { violations.append("part of the window is erased") }
            self.rows = rows.map { $0.map { _ in " " } }
        case ("9999;9999", "H"): cursor = last
        case ("", "H"): cursor = .init(row: 0, column: 0)
        case ("", "K"):
            for column in cursor.column..<size.columns { rows[cursor.row][column] = " " }
            touched.insert(cursor.row)
        case (_, "m"): if !parameters.isEmpty { renditions.insert(parameters) }
        case (_, "H"):
            let numbers = parameters.split(separator: ";").compactMap { Int($0) }
            if numbers.count == 2, (1...size.rows).contains(numbers[0]), (1...size.columns).contains(numbers[1]) {
                cursor = .init(row: numbers[0] - 1, column: numbers[1] - 1)
            } else {
                violations.append("a move to \(parameters)")
            }
        default: violations.append("CSI \(parameters)\(final.map(String.init) ?? "")")
        }
    }

    private mutating func write(_ character: Character) {
        if character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            violations.append("a control character")
        }
        let width = TextWidth.of(character)
        guard cursor.column + width <= size.columns else {
            violations.append("text beyond the edge")
            return
        }
        touched.insert(cursor.row)
        guard width > 0 else { return }
        rows[cursor.row][cursor.column] = String(character)
        for column in cursor.column + 1..<cursor.column + width { rows[cursor.row][column] = "" }
        cursor.column += width
        // A terminal keeps the cursor in the last column.
        if cursor.column == size.columns { cursor.column -= 1 }
    }
}
