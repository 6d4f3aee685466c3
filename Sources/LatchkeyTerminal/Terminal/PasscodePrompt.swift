internal import LatchkeyPasscode

/// Asks for a passcode on the terminal itself, whatever the command's input and output are: nothing can be piped in, and
/// nothing of the question or the answer is piped out.
struct PasscodePrompt: Sendable {
    let device: TerminalDevice

    /// Shows the question, and a dot for each digit. The terminal stays taken afterwards: what is typed while the answer is
    /// looked at is neither shown nor given to the shell.
    ///
    /// Returns nil for Ctrl-C, Ctrl-D, Escape, and a terminal that is gone.
    func ask(_ question: String) async throws(TerminalError) -> Passcode? {
        try device.enter(.prompt)
        let input = try TerminalInput(device: device)
        defer { input.end() }
        defer { device.endLine() }
        let entry = PromptedPasscode()
        show(question, "")
        input.resume()
        for await key in input.keys {
            switch entry.take(key) {
            case .show(let text): show(question, text)
            case .nothing: break
            case .done: return entry.passcode()
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
