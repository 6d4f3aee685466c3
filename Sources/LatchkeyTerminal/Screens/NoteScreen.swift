internal import TerminalKit

/// A screen that shows a note.
@MainActor
final class NoteScreen: AppScreen {
    /// The number of rows that are wrapped between two events of the app, which must be able to lock in between.
    static let step = 5_000

    private let note: Note
    private let texts: TerminalTexts
    /// The note, wrapped for a width as far as it was shown.
    private var wrapped: (columns: Int, text: WrappedText)?
    private var top = 0
    private var page = 1

    init(_ note: Note, texts: TerminalTexts) { (self.note, self.texts) = (note, texts) }

    func content(_ size: TerminalSize) -> ScreenContent {
        let columns = size.columns - 4
        if wrapped?.columns != columns { wrapped = (columns, WrappedText(note.text, to: columns)) }
        page = Chrome.rows(in: size)
        // After a change of the width, the position may be far down. The search for it is limited.
        top = max(0, min(top, rows(upTo: min(top, max(Self.step, wrapped?.text.rows.count ?? 0)) + page).count - page))
        return ScreenContent(
            title: note.modified.shown,
            lines: rows(upTo: top + page).dropFirst(top).prefix(page).map { Line("  " + $0) },
            keys: [KeyHint("↑↓", texts[.scroll]), KeyHint("e", texts[.edit]), KeyHint("Esc", texts[.back])])
    }

    private func rows(upTo count: Int) -> [String] {
        wrapped?.text.extend(to: count)
        return wrapped?.text.rows ?? []
    }

    func press(_ key: Key) -> AppAction? {
        switch key {
        case .up, .character("k"): top = max(0, top - 1)
        case .down, .character("j"): scroll(by: 1)
        case .pageUp: top = max(0, top - page)
        case .pageDown, .character(" "): scroll(by: page)
        case .home: top = 0
        case .end: return goToEnd()
        case .character("e"): return .edit(note)
        case .escape, .left, .backspace, .character("q"): return .pop
        default: break
        }
        return nil
    }

    private func scroll(by count: Int) {
        top = max(0, min(top + count, rows(upTo: top + count + page).count - page))
    }

    /// Scrolls to the end: immediately for most notes, and in steps for a long one.
    private func goToEnd() -> AppAction? {
        scroll(by: Self.step)
        if wrapped?.text.isComplete == true { return nil }
        return .run { [weak self] in
            while let self, wrapped?.text.isComplete == false {
                scroll(by: Self.step)
                await Task.yield()
            }
        }
    }
}
