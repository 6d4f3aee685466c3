internal import LatchkeyPasscode

/// Six digits as they are typed. They are wiped when the entry is let go; what the terminal and this process's input held
/// of them before cannot be.
final class PromptedPasscode {
    private var digits = [UInt8](repeating: 0, count: Passcode.length)
    private var count = 0

    deinit { clear() }

    /// A dot for each digit.
    var shown: String { String(repeating: "•", count: count) }

    /// Six digits and Enter make a passcode; everything else that is no digit is ignored.
    func take(_ key: Key) -> PromptStep {
        switch key {
        case .escape, .control("c"), .control("d"):
            clear()
            return .cancelled
        case .character(let character): add([character])
        case .paste(let text): add(text.filter { !$0.isWhitespace })
        case .backspace: removeLast()
        case .control("u"): clear()
        case .enter: return count == Passcode.length ? .done : .nothing
        default: return .nothing
        }
        return .show(shown)
    }

    /// The passcode, or nil as long as there are fewer digits.
    func passcode() -> Passcode? {
        count == Passcode.length ? Passcode(String(decoding: digits, as: UTF8.self)) : nil
    }

    /// All of the characters, or none: half a paste is no passcode.
    private func add(_ characters: some Collection<Character>) {
        guard count + characters.count <= Passcode.length,
            characters.allSatisfy({ ("0"..."9").contains($0) && $0.isASCII })
        else { return }
        for character in characters {
            digits[count] = character.asciiValue ?? 0
            count += 1
        }
    }

    private func removeLast() {
        guard count > 0 else { return }
        count -= 1
        digits[count] = 0
    }

    private func clear() {
        digits.withUnsafeMutableBytes(wipe)
        count = 0
    }
}
