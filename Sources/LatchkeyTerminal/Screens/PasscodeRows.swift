internal import LatchkeyPasscode
internal import LatchkeyUI
internal import TerminalKit

/// Dots, the question above them and what came of the last try below: the same wherever a passcode is asked for.
@MainActor
struct PasscodeRows {
    let title: String
    let status: String?
    let entry: PasscodeEntry
    let texts: TerminalTexts

    func lines(columns: Int) -> [Line] {
        let count = entry.isChecking ? Passcode.length : entry.pad.count
        let dots = (0..<Passcode.length).map { $0 < count ? "●" : "○" }.joined(separator: " ")
        var lines = TextWidth.wrapped(title, to: columns - 4).map { Line($0, .bold) } + [""]
        lines.append(Line(dots, entry.isChecking ? .dim : .accent))
        lines.append("")
        let (text, style): (String, Style) = entry.isChecking ? (texts[.loading], .dim) : (status ?? "", .error)
        lines += TextWidth.wrapped(text, to: columns - 4).map { Line($0, style) }
        return lines.map { $0.centred(in: columns) }
    }

    /// Takes the key if it is one of the pad's, and returns whether it was.
    static func press(_ key: Key, on entry: PasscodeEntry) -> Bool {
        switch key {
        case .character(let character):
            guard character.isASCII, let digit = character.wholeNumberValue else { return false }
            entry.pad.press(digit)
        case .paste(let text):
            // Only what could be a passcode; whole, so that half of one is never left standing.
            guard Passcode(text) != nil else { return true }
            entry.pad.clear()
            for character in text { entry.pad.press(character.wholeNumberValue ?? -1) }
        case .backspace, .delete: entry.pad.delete()
        case .control("u"): entry.pad.clear()
        default: return false
        }
        return true
    }
}
