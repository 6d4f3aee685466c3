internal import TerminalKit

/// Shows one note.
@MainActor
final class NoteScreen: AppScreen {
    private let note: Note
    private let texts: TerminalTexts
    /// The note wrapped for a width: cached, since that takes a while for a long note.
    private var wrapped: (columns: Int, rows: [String])?
    private var top = 0
    /// The number of rows below the window when it was drawn last.
    private var rest = 0
    private var page = 1

    init(_ note: Note, texts: TerminalTexts) { (self.note, self.texts) = (note, texts) }

    func content(_ size: TerminalSize) -> ScreenContent {
        let rows = rows(of: size.columns - 4)
        page = Chrome.rows(in: size)
        top = min(top, max(0, rows.count - page))
        rest = max(0, rows.count - page - top)
        return ScreenContent(
            title: note.modified.shown,
            lines: rows.dropFirst(top).prefix(page).map { Line("  " + $0) },
            keys: [KeyHint("↑↓", texts[.scroll]), KeyHint("e", texts[.edit]), KeyHint("Esc", texts[.back])])
    }

    private func rows(of columns: Int) -> [String] {
        if let wrapped, wrapped.columns == columns { return wrapped.rows }
        let rows = TextWidth.wrapped(note.text, to: columns)
        wrapped = (columns, rows)
        return rows
    }

    func press(_ key: Key) -> AppAction? {
        switch key {
        case .up, .character("k"): top = max(0, top - 1)
        case .down, .character("j"): top += min(1, rest)
        case .pageUp: top = max(0, top - page)
        case .pageDown, .character(" "): top += min(page, rest)
        case .home: top = 0
        case .end: top += rest
        case .character("e"): return .edit(note)
        case .escape, .left, .backspace, .character("q"): return .pop
        default: break
        }
        return nil
    }
}
