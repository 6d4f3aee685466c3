internal import LatchkeyCore
internal import LatchkeyPasscode

/// The digits typed so far, wiped with the object. Copies in the terminal and in this process's input cannot be wiped.
final class DigitEntry {
    /// The effect of a key.
    enum Step: Equatable, Sendable {
        /// The line now shows this text.
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

    /// Adds digits, edits, or completes with Enter once there are enough digits. Other keys are ignored.
    func take(_ key: Key) -> Step {
        switch key {
        case .escape, .control("c"), .control("d"):
            clear()
            return .cancelled
        case .character(let character): add(TypedDigits.value(of: character).map { [$0] })
        case .paste(let text): add(TypedDigits.values(in: text))
        case .backspace: removeLast()
        case .control("u"): clear()
        case .enter: return count == digits.count ? .done : .nothing
        default: return .nothing
        }
        return .show(shown)
    }

    /// The digits typed so far.
    var text: String { String(decoding: digits.prefix(count), as: UTF8.self) }

    /// Adds all of the digits or none: half of a pasted passcode is not a passcode.
    private func add(_ values: [Int]?) {
        guard let values, count + values.count <= digits.count else { return }
        for value in values {
            digits[count] = UInt8(ascii: "0") + UInt8(value)
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
