/// A row of a frame: text in one or several styles.
struct Line: Hashable, Sendable, ExpressibleByStringLiteral {
    /// A piece of a line.
    struct Span: Hashable, Sendable {
        var text: String
        var style: Style
    }

    var spans: [Span]

    init(_ text: String = "", _ style: Style = .plain) {
        spans = text.isEmpty ? [] : [Span(text: text, style: style)]
    }

    init(stringLiteral text: String) { self.init(text) }

    /// The two, side by side.
    static func + (left: Line, right: Line) -> Line {
        var line = left
        line.spans += right.spans
        return line
    }

    /// The columns that it takes.
    var width: Int { spans.reduce(0) { $0 + TextWidth.of(CleanText.line($1.text)) } }

    /// With blanks on the left, so that it stands in the middle of so many columns.
    func centred(in columns: Int) -> Line {
        let margin = (columns - width) / 2
        return margin > 0 ? Line(String(repeating: " ", count: margin)) + self : self
    }

    /// With blanks on the right up to so many columns, in the style of its last span.
    func padded(to columns: Int) -> Line {
        let rest = columns - width
        guard rest > 0 else { return self }
        return self + Line(String(repeating: " ", count: rest), spans.last?.style ?? .plain)
    }
}
