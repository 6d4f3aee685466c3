/// Asks for a number of digits, a passcode for instance, on the terminal itself, wherever the command's input and
/// output go: no answer can be piped in, and neither the question nor the answer is piped out.
public struct DigitPrompt: Sendable {
    private let device: TerminalDevice
    private let length: Int

    /// - Parameters:
    ///   - device: The terminal that is asked on.
    ///   - length: The number of digits of an answer.
    public init(_ device: TerminalDevice, length: Int) { (self.device, self.length) = (device, length) }

    /// Shows the question, and a dot for each digit. The terminal stays in raw mode afterwards: what is typed while the
    /// answer is checked is neither shown nor passed to the shell.
    ///
    /// Returns nil for Ctrl-C, Ctrl-D, Escape, a terminal that is gone, and digits that do not make an answer.
    ///
    /// - Parameters:
    ///   - question: The text in front of the dots.
    ///   - makeAnswer: Receives the digits.
    public func ask<Answer>(
        _ question: String, _ makeAnswer: (String) -> Answer?
    ) async throws(TerminalError) -> Answer? {
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
            case .done: return makeAnswer(entry.text)
            case .cancelled: return nil
            }
        }
        return nil
    }

    private func show(_ question: String, _ answer: String) {
        let columns = device.size.columns - 1
        device.show(line: TextWidth.truncated("\(CleanText.line(question)) \(answer)", to: columns))
    }
}
