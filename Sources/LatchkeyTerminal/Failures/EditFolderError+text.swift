extension EditFolderError {
    /// The text for the user, in one or two sentences.
    func text(in texts: TerminalTexts) -> String {
        switch self {
        case .noMemory: texts[.noMemoryFolder]
        case .unsafe(let path): texts[.folderNotPrivate].replacing("{path}", with: path)
        case .tooLong(let path): texts[.textTooLong].replacing("{path}", with: path)
        case .systemError(let path, let code): "\(path): \(texts.systemFailure(code))"
        }
    }
}
