/// The exit statuses of the command, listed in its help and manual page.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    case failed = 1
    case noSuchNote = 3
    case signedOut = 4
    case wrongPasscode = 5
    case wait = 6
    case notAsked = 7
    case offline = 8
    case unreadable = 9
    /// An invalid command line: `EX_USAGE` of sysexits(3).
    case usage = 64

    /// The description in the help.
    var meaning: String {
        switch self {
        case .done: "It was done."
        case .failed: "It was not done, for the reason on standard error."
        case .noSuchNote: "There is no such note."
        case .signedOut: "No one is signed in."
        case .wrongPasscode: "The passcode was wrong, or no guesses are left."
        case .wait: "No guess is accepted yet."
        case .notAsked: "There is no terminal to ask on, or it was cancelled."
        case .offline: "The server cannot be reached, and only it could tell."
        case .unreadable: "What is stored cannot be read or written."
        case .usage: "The command line is wrong."
        }
    }

    static var list: String {
        (["Exit status:"] + allCases.map { "  \($0.rawValue)  \($0.meaning)" }).joined(separator: "\n")
    }
}
