/// The reason why a file of passcodes was not imported, or not yet.
public enum PasscodeImportError: Error, CustomStringConvertible {
    /// The reason why a line cannot be imported. It quotes nothing of the line.
    public struct Rejection: Error, Sendable, Equatable {
        let line: Int
        let reason: String
    }

    /// The file cannot be read.
    case unreadable(String)
    /// Each of these lines is invalid, or its account already has a passcode or cannot be read.
    case rejected([Rejection])
    /// An interrupted import was completed instead.
    case completedEarlier
    /// The database failed after the decision: a server completes the import.
    case decided(String)
    /// The number of stored passcodes, and the lines whose passcodes stay staged.
    case incomplete(given: Int, [Rejection])
    /// Another import has started and abandoned this one.
    case superseded

    public var description: String {
        switch self {
        case .unreadable(let reason): "The file cannot be read: \(reason)."
        case .rejected(let rejections):
            rejections.map { "line \($0.line): \($0.reason)\n" }.joined() + "Nothing was imported."
        case .completedEarlier:
            "An interrupted import is now complete. To import this file, run the command again."
        case .decided(let reason): "\(reason) A server completes the import within a minute."
        case .incomplete(let given, let rejections):
            rejections.map { "line \($0.line): \($0.reason)\n" }.joined()
                + "\(given) imported. The others are stored encrypted, and imported when their rows can be read."
        case .superseded: "Another import started at the same time. Nothing was imported. Run the command again."
        }
    }
}
