/// Why a file of passcodes was not imported. Nothing of it was.
public enum PasscodeImportError: Error, CustomStringConvertible {
    /// Why one line cannot be imported; it quotes nothing of the line.
    public struct Refusal: Error, Sendable, Equatable {
        let line: Int
        let reason: String
    }

    /// The file as a whole cannot be read.
    case unreadable(String)
    /// Each of these lines is malformed, or about an account that has a passcode already.
    case refused([Refusal])

    public var description: String {
        switch self {
        case .unreadable(let reason): "The file cannot be read: \(reason)."
        case .refused(let refusals):
            refusals.map { "line \($0.line): \($0.reason)\n" }.joined() + "Nothing was imported."
        }
    }
}
