extension DirectoryError {
    /// The text for the user, in one or two sentences.
    func text(in texts: TerminalTexts) -> String {
        switch self {
        case .noHome: texts[.noHome]
        case .notADirectory(let path): texts[.notAFolder].replacing("{path}", with: path)
        case .foreign(let path): texts[.folderOfOtherUser].replacing("{path}", with: path)
        case .open(let path): texts[.folderOpen].replacing("{path}", with: path)
        case .systemError(let path, let code): "\(path): \(texts.systemFailure(code))"
        }
    }
}
