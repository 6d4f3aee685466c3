public import LatchkeyPasscode
public import Observation

/// The digits typed so far. Screens can read only their number.
@MainActor @Observable
public final class NumberPadModel {
    /// The number of typed digits, and so of filled dots.
    public private(set) var count = 0
    /// Whether keys have an effect. False while a passcode is verified, and during a delay.
    public internal(set) var isEnabled = true

    @ObservationIgnored private var digits: [UInt8] = []
    @ObservationIgnored private let onFull: (Passcode) -> Void

    /// Creates an empty pad.
    ///
    /// - Parameter onFull: Receives the passcode with its last digit. The pad is then empty.
    public init(onFull: @escaping @MainActor (Passcode) -> Void) {
        self.onFull = onFull
        digits.reserveCapacity(Passcode.length)
    }

    /// Types a digit from 0 to 9. Other numbers are ignored.
    public func press(_ digit: Int) {
        guard isEnabled, (0...9).contains(digit), digits.count < Passcode.length else { return }
        digits.append(UInt8(ascii: "0") + UInt8(digit))
        count = digits.count
        guard count == Passcode.length else { return }
        let passcode = Passcode(String(decoding: digits, as: UTF8.self))
        clear()
        if let passcode { onFull(passcode) }
    }

    /// Types a digit of any script. Returns whether the character is a digit.
    @discardableResult public func type(_ character: Character) -> Bool {
        guard let digit = TypedDigits.value(of: character) else { return false }
        press(digit)
        return true
    }

    /// Replaces the typed digits with a whole passcode, without spaces, dashes and invisible marks. Ignores other text,
    /// so that a partial passcode never stays on the pad. Returns whether it was a passcode.
    @discardableResult public func paste(_ text: String) -> Bool {
        guard let pasted = TypedDigits.values(in: text), pasted.count == Passcode.length else { return false }
        guard isEnabled else { return true }
        clear()
        for digit in pasted { press(digit) }
        return true
    }

    /// Deletes the last digit.
    public func delete() {
        guard isEnabled, !digits.isEmpty else { return }
        digits[digits.count - 1] = 0
        digits.removeLast()
        count = digits.count
    }

    /// Deletes all typed digits.
    public func clear() {
        for index in digits.indices { digits[index] = 0 }
        digits.removeAll(keepingCapacity: true)
        count = 0
    }
}
