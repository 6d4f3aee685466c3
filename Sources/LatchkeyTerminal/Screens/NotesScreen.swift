internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// A screen that lists the notes.
@MainActor
final class NotesScreen: AppScreen {
    private let session: SessionModel
    private let model: NotesModel
    private let means: ProviderSignInModel.Means
    private let texts: TerminalTexts
    private var chosen = 0
    private var top = 0

    init(_ model: NotesModel, _ session: SessionModel, means: ProviderSignInModel.Means, texts: TerminalTexts) {
        (self.model, self.session, self.means, self.texts) = (model, session, means, texts)
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        let notice = session.notice?.text(in: texts.screens)
        let message = TextWidth.wrapped(notice ?? model.message ?? damage ?? "", to: size.columns - 2)
        let rows = max(1, Chrome.rows(in: size) - 1 - message.count)
        chosen = min(chosen, max(0, model.notes.count - 1))
        if chosen < top { top = chosen }
        if chosen >= top + rows { top = chosen - rows + 1 }
        var lines = model.notes.enumerated().dropFirst(top).prefix(rows).map { index, note in
            row(note, isChosen: index == chosen, columns: size.columns)
        }
        if lines.isEmpty { lines = [Line(" " + texts[.noNotes], .dim)] }
        let isProblem = session.notice == .tooManyDevices || notice == nil && model.message != texts[.recovered]
        let style: Style = isProblem ? .error : .success
        lines += [""] + message.map { Line(" " + $0, style) }
        return ScreenContent(
            title: texts[.notes], lines: lines,
            keys: [
                KeyHint("⏎", texts[.open]), KeyHint("a", texts[.add]),
                KeyHint("e", texts[.edit]), KeyHint("d", texts[.delete]), KeyHint("s", texts[.settingsKey]),
                KeyHint("l", texts[.lockKey]), KeyHint("q", texts[.quit]), KeyHint("↑↓", texts[.choose]),
            ])
    }

    private func row(_ note: Note, isChosen: Bool, columns: Int) -> Line {
        let date = note.modified.shown
        let title = CleanText.line(note.title.isEmpty ? texts[.untitled] : note.title)
        let space = columns - 4 - TextWidth.of(date)
        let text = (isChosen ? " ▸ " : "   ") + TextWidth.padded(title, to: max(8, space)) + date + " "
        return Line(text, isChosen ? .reverse : .plain)
    }

    private var damage: String? {
        model.damaged == 0 ? nil : texts[.damagedNotes].replacing("{count}", with: String(model.damaged))
    }

    private var note: Note? { model.notes.indices.contains(chosen) ? model.notes[chosen] : nil }

    func press(_ key: Key) -> AppAction? {
        session.dismissNotice()
        switch key {
        case .up, .character("k"): chosen = max(0, chosen - 1)
        case .down, .character("j"): chosen = min(max(0, model.notes.count - 1), chosen + 1)
        case .home: chosen = 0
        case .end: chosen = max(0, model.notes.count - 1)
        case .pageUp: chosen = max(0, chosen - 10)
        case .pageDown: chosen = min(max(0, model.notes.count - 1), chosen + 10)
        case .enter, .right: return note.map { .push(NoteScreen($0, texts: texts)) }
        case .character("a"): return .edit(nil)
        case .character("e"): return note.map { .edit($0) }
        case .character("d"), .delete: return deleting
        case .character("s"): return .push(SettingsScreen(session, means: means, texts: texts))
        case .character("l"): return .run { [session] in _ = await session.lockNow() }
        case .character("r"): return .run { [model] in await model.load() }
        case .character("q"): return .quit
        default: break
        }
        return nil
    }

    private var deleting: AppAction? {
        guard let note else { return nil }
        let question = texts[.deleteNote] + "\n\n" + (note.title.isEmpty ? texts[.untitled] : note.title)
        return .push(ConfirmScreen(question, texts: texts) { [model] in await model.delete(note) })
    }
}
