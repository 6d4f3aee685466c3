/// A prompt for digits, such as a passcode, on the terminal itself. Redirecting the command's input and output does not
/// affect it.
public struct DigitPrompt: Sendable {
    private let device: TerminalDevice
    private let length: Int

    /// Creates a prompt.
    ///
    /// - Parameters:
    ///   - device: The terminal.
    ///   - length: The number of digits.
    public init(_ device: TerminalDevice, length: Int) { (self.device, self.length) = (device, length) }

    /// Shows the question, and a dot for each digit. The terminal stays in raw mode afterwards: what is typed while the
    /// digits are verified is neither shown nor passed to the shell.
    ///
    /// Returns nil for Ctrl-C, Ctrl-D, Escape, a closed terminal, and digits that `makeValue` rejects.
    ///
    /// - Parameters:
    ///   - question: The text in front of the dots.
    ///   - makeValue: Converts the digits to a result; nil rejects them.
    public func ask<Value>(
        _ question: String, _ makeValue: (String) -> Value?
    ) async throws(TerminalError) -> Value? {
        try device.enter(.prompt)
        let input = try TerminalInput(device: device)
        defer { input.end() }
        defer { device.endLine() }
        let entry = DigitEntry(length: length)
        show(question, "")
        input.resume()
        for await key in input.keys {
            switch entry.take(key) {
            case .show(let text): show(question, text)
            case .nothing: break
            case .done: return makeValue(entry.text)
            case .cancelled: return nil
            }
        }
        return nil
    }

    private func show(_ question: String, _ typed: String) {
        let columns = device.size.columns - 1
        device.show(line: TextWidth.truncated("\(CleanText.line(question)) \(typed)", to: columns))
    }
}
