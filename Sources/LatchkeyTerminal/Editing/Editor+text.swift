extension Editor.Outcome {
    /// What to tell, or nil when all went well.
    func text(in texts: TerminalTexts) -> String? {
        switch self {
        case .finished: nil
        case .failed(let status): texts[.editorFailed].replacing("{reason}", with: "exit status \(status)")
        case .killed(let signal): texts[.editorFailed].replacing("{reason}", with: "signal \(signal)")
        }
    }
}
