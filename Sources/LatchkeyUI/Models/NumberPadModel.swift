public import LatchkeyPasscode
public import Observation

/// The digits typed so far, of which screens see only how many.
@MainActor @Observable
public final class NumberPadModel {
    /// How many digits are typed: the filled dots, of the six that a passcode has.
    public private(set) var count = 0
    /// Whether keys do anything; not while a passcode is checked, nor during a wait.
    public internal(set) var isEnabled = true

    @ObservationIgnored private var digits: [UInt8] = []
    @ObservationIgnored private let onFull: (Passcode) -> Void

    /// Nothing is typed.
    ///
    /// - Parameter onFull: Gets the passcode with its last digit; the pad is empty by then.
    public init(onFull: @escaping @MainActor (Passcode) -> Void) {
        self.onFull = onFull
        digits.reserveCapacity(Passcode.length)
    }

    /// Types a digit from 0 to 9; anything else does nothing.
    public func press(_ digit: Int) {
        guard isEnabled, (0...9).contains(digit), digits.count < Passcode.length else { return }
        digits.append(UInt8(ascii: "0") + UInt8(digit))
        count = digits.count
        guard count == Passcode.length else { return }
        let passcode = Passcode(String(decoding: digits, as: UTF8.self))
        clear()
        if let passcode { onFull(passcode) }
    }

    /// Types a digit of any script. Returns whether the character is one.
    @discardableResult public func type(_ character: Character) -> Bool {
        guard let digit = TypedDigits.value(of: character) else { return false }
        press(digit)
        return true
    }

    /// Types a whole passcode in the place of the digits typed so far. Spaces, dashes and invisible marks are left out.
    /// Does nothing for other text: half of a passcode never stays on the pad. Returns whether it was a passcode.
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

    /// Deletes all digits.
    public func clear() {
        for index in digits.indices { digits[index] = 0 }
        digits.removeAll(keepingCapacity: true)
        count = 0
    }
}
