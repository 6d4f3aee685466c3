internal import LatchkeyPasscode
internal import LatchkeyUI
internal import TerminalKit

/// The entry of a passcode: the question, a dot for each digit, and the result of the last attempt.
@MainActor
struct PasscodeRows {
    let title: String
    let status: String?
    let entry: PasscodeEntry
    let texts: TerminalTexts

    func lines(columns: Int) -> [Line] {
        let count = entry.isChecking ? Passcode.length : entry.pad.count
        let dots = (0..<Passcode.length).map { $0 < count ? "●" : "○" }.joined(separator: " ")
        let (text, style): (String, Style) = entry.isChecking ? (texts[.loading], .dim) : (status ?? "", .error)
        return Line.wrapped(title, to: columns - 4, .bold) + ["", Line(dots, entry.isChecking ? .dim : .accent), ""]
            + Line.wrapped(text, to: columns - 4, style)
    }

    /// Returns the content of a screen with only the entry of a passcode.
    ///
    /// - Parameters:
    ///   - heading: The title of the screen.
    ///   - above: A text above the question, or nil.
    ///   - below: A text below it, or nil.
    func content(_ size: TerminalSize, heading: String = "", above: String? = nil, below: String? = nil)
        -> ScreenContent
    {
        let above = above.map { Line.wrapped($0, to: size.columns - 4) + [""] } ?? []
        let below = below.map { [""] + Line.wrapped($0, to: size.columns - 4) } ?? []
        return ScreenContent(
            title: heading, lines: above + lines(columns: size.columns) + below, isCentred: true,
            keys: [KeyHint("0–9", texts[.type]), KeyHint("Esc", texts[.cancel])])
    }

    /// Handles keys for the entry. Returns whether the key was handled.
    static func press(_ key: Key, on entry: PasscodeEntry) -> Bool {
        switch key {
        case .character(let character): return entry.pad.type(character)
        case .paste(let text): entry.pad.paste(text)
        case .backspace, .delete: entry.pad.delete()
        case .control("u"): entry.pad.clear()
        default: return false
        }
        return true
    }
}
