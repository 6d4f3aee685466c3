/// A row of a frame: text in one or several styles.
package struct Line: Hashable, Sendable, ExpressibleByStringLiteral {
    /// A piece of a line in one style.
    package struct Span: Hashable, Sendable {
        package var text: String
        package var style: Style
    }

    package var spans: [Span]

    package init(_ text: String = "", _ style: Style = .plain) {
        spans = text.isEmpty ? [] : [Span(text: text, style: style)]
    }

    package init(stringLiteral text: String) { self.init(text) }

    /// Returns the text in lines of at most this number of columns, broken between words.
    package static func wrapped(_ text: String, to columns: Int, _ style: Style = .plain) -> [Line] {
        TextWidth.wrapped(text, to: columns).map { Line($0, style) }
    }

    package static func + (left: Line, right: Line) -> Line {
        var line = left
        line.spans += right.spans
        return line
    }

    /// The width in columns.
    package var width: Int { spans.reduce(0) { $0 + TextWidth.of(CleanText.line($1.text)) } }

    /// Returns the line with spaces on the left that center it in this number of columns.
    package func centred(in columns: Int) -> Line {
        let margin = (columns - width) / 2
        return margin > 0 ? Line(String(repeating: " ", count: margin)) + self : self
    }
}
