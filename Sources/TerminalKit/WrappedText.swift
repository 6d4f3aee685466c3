/// A text wrapped to rows of limited width, on demand: rows that are not requested cost nothing.
///
/// Rows are clean, see ``CleanText``. They break between words, or within a word that is longer than a row. Tabs become
/// spaces. Each character is visited once, whatever the length of its line.
package struct WrappedText: Sendable {
    /// The distance of tab stops, in columns.
    private static let tab = 4
    /// Punctuation with which no row of Japanese text begins (JIS X 4051).
    private static let endings: Set<String> = ["。", "、", "）", "」", "！", "？", "：", "…", "ー"]

    /// The rows so far.
    package private(set) var rows: [String] = []
    /// Whether ``rows`` contains all of the text.
    package private(set) var isComplete = false
    /// The number of characters that were read.
    private(set) var visited = 0

    private let text: String
    private let columns: Int
    private var position: String.Index
    /// The words before ``word`` in the row, with the spaces after each.
    private var row = ""
    private var rowWidth = 0
    /// The word that is being read. The first one of a line begins with the spaces before it.
    private var word = ""
    private var wordWidth = 0
    /// The spaces read after ``word``.
    private var blanks = 0
    /// The width of the line so far, for tab stops.
    private var lineWidth = 0

    /// Creates the text without wrapping it.
    package init(_ text: String, to columns: Int) {
        (self.text, self.columns, position) = (text, max(columns, 2), text.startIndex)
    }

    /// Wraps until there are this number of rows, or all of them.
    package mutating func extend(to count: Int) {
        while rows.count < count, !isComplete { step() }
    }

    private mutating func step() {
        guard position < text.endIndex else {
            endLine()
            return isComplete = true
        }
        let character = text[position]
        position = text.index(after: position)
        visited += 1
        if TextWidth.endsLine(character) {
            endLine()
        } else if character == " " {
            addBlanks(1 + skipSpaces())
        } else if character == "\t" {
            addBlanks(Self.tab - lineWidth % Self.tab)
        } else {
            add(CleanText.line(String(character)))
        }
    }

    /// Reads a run of spaces except the last, which may be part of another character. A line may consist of spaces
    /// only.
    private mutating func skipSpaces() -> Int {
        let run = text.utf8[position...].prefix { $0 == UInt8(ascii: " ") }
        guard run.count > 1 else { return 0 }
        position = text.utf8.index(before: run.endIndex)
        visited += run.count - 1
        return run.count - 1
    }

    private mutating func endLine() {
        rows.append(row + word)
        (row, rowWidth, word, wordWidth, blanks, lineWidth) = ("", 0, "", 0, 0, 0)
    }

    private mutating func addBlanks(_ count: Int) {
        blanks += count
        lineWidth += count
    }

    private mutating func add(_ character: String) {
        let width = TextWidth.of(character)
        lineWidth += width
        if blanks > 0 { beginWord() }
        if rowWidth + wordWidth + width > columns {
            if rowWidth > 0 {
                // Spaces at the end of a row may exceed its width, since they are invisible.
                rows.append(row.trimmed)
                (row, rowWidth) = ("", 0)
            }
            if wordWidth + width > columns {
                var last = ""
                while columns >= 6, word.count > 1, last.count < 2,
                    Self.endings.contains(last.isEmpty ? character : String(last.prefix(1)))
                {
                    last = String(word.removeLast()) + last
                }
                rows.append(word)
                (word, wordWidth) = (last, TextWidth.of(last))
            }
        }
        word += character
        wordWidth += width
    }

    private mutating func beginWord() {
        let isFirst = row.isEmpty && word.isEmpty
        if isFirst {
            rows += Array(repeating: "", count: blanks / columns)
            blanks %= columns
        }
        let spaces = String(repeating: " ", count: blanks)
        if isFirst {
            (word, wordWidth) = (spaces, blanks)
        } else {
            row += word + spaces
            rowWidth += wordWidth + blanks
            (word, wordWidth) = ("", 0)
        }
        blanks = 0
    }
}

extension String {
    /// The text without trailing spaces.
    fileprivate var trimmed: String {
        guard let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[...last])
    }
}
