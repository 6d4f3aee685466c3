internal import LatchkeyPasscode

/// Asks questions on the terminal itself, whatever the command's input and output are: nothing can be piped in, and nothing
/// of the question or the answer is piped out.
struct TerminalPrompt: Sendable {
    private let device: TerminalDevice

    /// Throws ``TerminalError/noTerminal`` when there is nobody to ask.
    init() throws(TerminalError) { device = try TerminalDevice() }

    init(device: TerminalDevice) { self.device = device }

    /// Asks for a passcode, and shows a dot for each digit.
    func passcode(_ question: String) async throws(TerminalError) -> PromptAnswer<Passcode> {
        let entry = PromptedPasscode()
        guard try await ask(question, { entry.take($0) }), let passcode = entry.passcode() else { return .cancelled }
        return .given(passcode)
    }

    /// Asks for a line of text.
    func line(_ question: String) async throws(TerminalError) -> PromptAnswer<String> {
        var entry = LineEntry()
        guard try await ask(question, { entry.take($0) }) else { return .cancelled }
        return .given(entry.text)
    }

    /// Asks for a yes; anything else is a no, an empty answer too.
    func confirmation(_ question: String) async throws(TerminalError) -> PromptAnswer<Bool> {
        var entry = LineEntry()
        guard try await ask("\(question) [y/N]", { entry.take($0) }) else { return .cancelled }
        return .given(entry.isYes)
    }

    /// Returns whether the question was answered.
    private func ask(_ question: String, _ take: (Key) -> PromptStep) async throws(TerminalError) -> Bool {
        try device.enter(.prompt)
        defer { device.leave() }
        let input = try TerminalInput(device: device)
        // Before the terminal is given back: what is typed from then on is the shell's.
        defer { input.end() }
        show(question, "")
        input.resume()
        for await key in input.keys {
            switch take(key) {
            case .show(let text): show(question, text)
            case .nothing: break
            case .done:
                device.write(Array("\r\n".utf8))
                return true
            case .cancelled:
                device.write(Array("\r\n".utf8))
                return false
            }
        }
        return false
    }

    private func show(_ question: String, _ answer: String) {
        let columns = device.size.columns - 1
        let text = TextWidth.truncated("\(CleanText.line(question)) \(answer)", to: columns)
        device.write(Array("\r\(text)\(Sequences.eraseRestOfLine)".utf8))
    }
}
