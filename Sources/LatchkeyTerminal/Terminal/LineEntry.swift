/// A line of text as it is typed: an address, a code, a yes or no.
struct LineEntry: Sendable {
    /// No address is longer (RFC 5321, 4.5.3.1).
    static let limit = 320

    private(set) var text = ""

    /// Enter ends it, empty or not.
    mutating func take(_ key: Key) -> PromptStep {
        if let ending = PromptStep.ending(key) { return ending }
        switch key {
        case .character(let character): add(String(character))
        // One line: whatever is pasted behind a line end is not part of it.
        case .paste(let pasted): add(String(pasted.prefix { $0 != "\n" }))
        case .backspace: if !text.isEmpty { text.removeLast() }
        case .control("u"): text = ""
        case .enter: return .done
        default: return .nothing
        }
        return .show(CleanText.line(text))
    }

    private mutating func add(_ more: String) {
        guard text.count + more.count <= Self.limit else { return }
        text += more
    }

    /// Whether it says yes; everything else is a no.
    var isYes: Bool { ["y", "yes"].contains(text.lowercased()) }
}
