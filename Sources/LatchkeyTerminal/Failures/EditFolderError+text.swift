extension EditFolderError {
    /// The text for the user, in one sentence.
    func text(in texts: TerminalTexts) -> String {
        switch self {
        case .noMemory: texts[.noMemoryFolder]
        case .unsafe(let path): texts[.folderNotPrivate].replacing("{path}", with: path)
        case .tooLong(let path): texts[.pathTooLong].replacing("{path}", with: path)
        case .systemError(let path, let code): "\(path): \(texts.systemFailure(code))"
        }
    }
}
