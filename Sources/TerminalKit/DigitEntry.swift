internal import LatchkeySecrets

/// Digits as they are typed. They are wiped with the object; copies that the terminal and this process's input had
/// before cannot be.
final class DigitEntry {
    /// The effect of a key.
    enum Step: Equatable, Sendable {
        /// The line now shows this.
        case show(String)
        case nothing
        case done
        case cancelled
    }

    private var digits: [UInt8]
    private var count = 0

    init(length: Int) { digits = [UInt8](repeating: 0, count: length) }

    deinit { clear() }

    /// A dot for each digit.
    private var shown: String { String(repeating: "•", count: count) }

    /// Takes digits, and Enter once there are enough; ignores other keys that are not for editing.
    func take(_ key: Key) -> Step {
        switch key {
        case .escape, .control("c"), .control("d"):
            clear()
            return .cancelled
        case .character(let character): add([character])
        case .paste(let text): add(text.filter { !$0.isWhitespace })
        case .backspace: removeLast()
        case .control("u"): clear()
        case .enter: return count == digits.count ? .done : .nothing
        default: return .nothing
        }
        return .show(shown)
    }

    /// The digits typed so far.
    var text: String { String(decoding: digits.prefix(count), as: UTF8.self) }

    /// Adds all of the characters, or none: half of a pasted passcode is not one.
    private func add(_ characters: some Collection<Character>) {
        guard count + characters.count <= digits.count,
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
        digits.withUnsafeMutableBytes { wipe($0) }
        count = 0
    }
}
