import Foundation
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyUI
import TerminalKit
import Testing

@testable import LatchkeyTerminal

/// Screens that require no session.
@MainActor @Suite struct ScreenTests {
    private let size = TerminalSize.standard
    private let texts = TerminalTexts.english

    private func text(_ lines: [Line]) -> [String] { lines.map { $0.spans.map(\.text).joined() } }

    @Test func titleBarIsAboveTheContentAndKeysBelow() {
        let content = ScreenContent(
            title: "Notes", lines: ["one", "two"], cursor: .init(row: 1, column: 3), keys: [KeyHint("q", "quit")])
        let frame = Chrome(bar: "Latchkey", size: size).frame(content)
        let lines = text(frame.lines)
        #expect(lines.count == 24)
        #expect(lines[0].hasPrefix(" Latchkey") && lines[0].hasSuffix("Notes ") && lines[0].count == 80)
        #expect(lines[2...3] == ["one", "two"])
        #expect(lines[23] == " q quit")
        #expect(frame.cursor == .init(row: 3, column: 3))
    }

    @Test func centredContentIsInTheMiddleOfTheWindow() {
        let content = ScreenContent(lines: [Line("four", .bold)], isCentred: true, keys: [])
        let lines = text(Chrome(bar: "", size: size).frame(content).lines)
        #expect(lines[11] == String(repeating: " ", count: 38) + "four")
    }

    @Test func smallWindowShowsTheFocusedLine() {
        let small = TerminalSize(columns: 40, rows: 9)
        for focus in 0..<12 {
            let lines = (0..<12).map { Line("line \($0)") }
            let frame = Chrome(bar: "", size: small).frame(ScreenContent(lines: lines, focus: focus, keys: []))
            #expect(text(frame.lines).contains("line \(focus)"))
        }
    }

    @Test func keyHintsWithoutRoomInTwoRowsAreDropped() {
        let keys = (1...9).map { KeyHint("k\($0)", "does something") }
        let small = TerminalSize(columns: 40, rows: 12)
        let frame = Chrome(bar: "a bar that is much too long for the window", size: small)
            .frame(ScreenContent(lines: [], keys: keys))
        let rows = [" k1 does something  k2 does something", " k3 does something  k4 does something"]
        #expect(text(frame.lines).suffix(2) == rows)
        #expect(frame.lines.count == 12 && frame.lines.allSatisfy { $0.width <= 40 })
    }

    @Test(arguments: [4, 5, 6]) func secondRowOfKeyHintsCoversNoContent(rows: Int) {
        let keys = (1...9).map { KeyHint("k\($0)", "does something") }
        let lines = (1...9).map { Line("line \($0)") }
        let frame = Chrome(bar: "", size: TerminalSize(columns: 40, rows: rows))
            .frame(ScreenContent(lines: lines, keys: keys))
        let shown = text(frame.lines)
        #expect(shown.count == rows)
        let area = max(1, rows - 4)
        #expect(shown[2...].prefix(area) == (1...9).map { "line \($0)" }.prefix(area))
    }

    @Test(arguments: TerminalText.translations.map { TerminalTexts.preferred(in: ["LC_ALL": $0.language]) })
    func allKeyHintsAreVisibleInEightyColumns(texts: TerminalTexts) {
        let notes: [(String, TerminalText)] = [
            ("⏎", .open), ("a", .add), ("e", .edit), ("d", .delete), ("s", .settingsKey), ("l", .lockKey),
            ("q", .quit), ("↑↓", .choose),
        ]
        let biometrics = texts.screens[.unlockWithBiometrics, with: .fingerprint]
        let lock = [
            ("0–9", texts[.type]), ("⏎", biometrics), ("f", texts[.forgotPasscode]), ("s", texts[.signInAgain]),
            ("r", texts[.tryAgain]), ("q", texts[.quit]),
        ]
        for hints in [notes.map { ($0.0, texts[$0.1]) }, lock] {
            let frame = Chrome(bar: "Latchkey", size: size)
                .frame(ScreenContent(lines: [], keys: hints.map { KeyHint($0.0, $0.1) }))
            let foot = text(frame.lines).suffix(2).joined(separator: " ")
            for hint in hints { #expect(foot.contains("\(hint.0) \(hint.1)")) }
        }
    }

    @Test(arguments: TerminalText.translations.map { TerminalTexts.preferred(in: ["LC_ALL": $0.language]) })
    func everyResultOfAScanFitsEightyColumns(texts: TerminalTexts) {
        let outcomes: [BiometricUnlockOutcome] = [
            .unavailable(.notAvailable), .unavailable(.notEnrolled), .unavailable(.devicePasscodeNotSet),
            .passcodeNeeded, .lockedOut, .failed, .notEnabled, .exhausted, .unreadable(.damaged),
            .unreadable(.unsupportedVersion(9)), .unreadable(.installationUnknown), .unreadable(.storageInUse),
        ]
        func verify(_ lines: [Line], _ whole: String?) {
            #expect(lines.allSatisfy { $0.width <= 80 }, "\(texts.screens.language) \(lines.map(\.width))")
            #expect(text(lines).joined().filter { $0 != " " } == whole?.filter { $0 != " " })
        }
        for outcome in outcomes {
            verify(
                LockScreen.finger(nil, outcome, texts: texts, columns: 80),
                outcome.text(in: texts.screens.lock, texts.screens.biometrics))
        }
        for hint: TerminalText in [.touchReader, .touchAgain, .touchLonger, .touchCentred, .liftFinger] {
            verify(LockScreen.finger(hint, .failed, texts: texts, columns: 80), texts[hint])
        }
    }

    @Test func fieldLabelsAreLocalized() {
        #expect(
            TextField(TerminalTexts.french.asking(.email)).line(columns: 80).line.spans[0].text
                == "Adresse e-mail\u{A0}: ")
    }

    @Test(arguments: [
        (TerminalTexts.english, Character("y")), (.english, "Y"), (.french, "o"), (.french, "O"),
    ])
    func firstLetterOfTheLocalizedYesConfirms(texts: TerminalTexts, key: Character) async throws {
        var count = 0
        let screen = ConfirmScreen("Really?", texts: texts) { count += 1 }
        guard case .confirm(let work)? = screen.press(.character(key)) else {
            Issue.record("not read as a yes")
            return
        }
        #expect(count == 0, "only once the screen is gone")
        await work()
        #expect(count == 1)
    }

    @Test(arguments: [Key.character("n"), .character("N"), .escape]) func noOrEscapeCancelsAConfirmation(key: Key) {
        let screen = ConfirmScreen("Really?", texts: texts) { Issue.record("this was a no") }
        guard case .pop? = screen.press(key) else {
            Issue.record("not read as a no")
            return
        }
    }

    @Test(arguments: [Key.enter, .character("x"), .paste("y"), .control("y")])
    func otherKeysLeaveAConfirmationOpen(key: Key) {
        let screen = ConfirmScreen("Really?", texts: texts) {}
        #expect(screen.press(key) == nil)
    }

    @Test func longNoteScrollsToItsEndAndNoFurther() {
        let lines = (1...50).map { "line \($0)" }
        let note = Note(id: UUID(), text: lines.joined(separator: "\n"), modified: Date(timeIntervalSince1970: 0))
        let screen = NoteScreen(note, texts: texts)
        func shown() -> [String] { text(screen.content(size).lines) }
        #expect(shown() == (1...20).map { "  line \($0)" })
        _ = screen.press(.down)
        #expect(shown().first == "  line 2")
        _ = screen.press(.pageDown)
        #expect(shown().first == "  line 22")
        _ = screen.press(.end)
        #expect(shown().last == "  line 50")
        _ = screen.press(.down)
        _ = screen.press(.pageDown)
        #expect(shown() == (31...50).map { "  line \($0)" })
        _ = screen.press(.pageUp)
        _ = screen.press(.up)
        #expect(shown().first == "  line 10")
        _ = screen.press(.home)
        _ = screen.press(.up)
        #expect(shown().first == "  line 1")
    }

    @Test("C7 jumping to a long note's end allows locking between steps")
    func jumpingToALongNotesEndAllowsLockingBetweenSteps() async {
        let last = NoteScreen.step * 5 / 2
        let lines = (1...last).map { "line \($0)" }
        let note = Note(id: UUID(), text: lines.joined(separator: "\n"), modified: Date(timeIntervalSince1970: 0))
        let screen = NoteScreen(note, texts: texts)
        _ = screen.content(size)
        guard case .run(let work)? = screen.press(.end) else {
            Issue.record("it was not done in steps")
            return
        }
        #expect(text(screen.content(size).lines).last != "  line \(last)")
        await work()
        #expect(text(screen.content(size).lines).last == "  line \(last)")
        let narrow = TerminalSize(columns: 60, rows: 24)
        #expect(text(screen.content(narrow).lines).count == 20)
    }

    @Test func datesHaveTheFormYearMonthDayHourMinute() {
        let time = 1_000_000_000 - TimeInterval(TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: 1e9)))
        #expect(Date(timeIntervalSince1970: time).shown == "2001-09-09 01:46")
    }

    @Test func titleOfALongLineIsTruncated() {
        let note = Note(id: UUID(), text: String(repeating: "a", count: 1 << 20), modified: Date())
        #expect(note.title.count == Note.titleLimit)
        let blank = Note(id: UUID(), text: String(repeating: " ", count: 1 << 20) + "a", modified: Date())
        #expect(blank.title == "")
    }

    @Test func keysEditANoteOrCloseItsScreen() {
        let note = Note(id: UUID(), text: "text", modified: Date(timeIntervalSince1970: 0))
        let screen = NoteScreen(note, texts: texts)
        if case .edit(let edited)? = screen.press(.character("e")) {
            #expect(edited == note)
        } else {
            Issue.record("not edited")
        }
        for key in [Key.escape, .left, .backspace, .character("q")] {
            if case .pop? = screen.press(key) { continue }
            Issue.record("\(key) does not leave")
        }
    }

    @Test func fieldAcceptsTypedTextAndTheFirstPastedLine() {
        var field = TextField("Name", limit: 12)
        func types(_ keys: Key...) -> [Bool] { keys.map { field.press($0) } }
        #expect(types(.character("a"), .character("é"), .paste("bc\ndef")) == [true, true, true])
        #expect(field.text == "aébc")
        #expect(types(.backspace, .paste("0123456789")) == [true, true])
        #expect(field.text == "aéb012345678", "no more than the limit")
        #expect(types(.control("u"), .enter, .up, .escape, .control("a")) == [true, false, false, false, false])
        #expect(field.text.isEmpty)
    }

    @Test func longFieldShowsItsEndAndTheCursor() {
        let field = TextField("Name", text: String(repeating: "a", count: 60) + "end")
        let (line, cursor) = field.line(columns: 40)
        #expect(line.width <= 40 && cursor == line.width)
        #expect(text([line])[0].hasSuffix("end"))
    }
}
