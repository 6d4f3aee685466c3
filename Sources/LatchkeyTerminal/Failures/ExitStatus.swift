/// The exit statuses of the command, listed in its help and manual page.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    case failed = 1
    case noSuchNote = 3
    case signedOut = 4
    case wrongPasscode = 5
    case wait = 6
    case notPrompted = 7
    case offline = 8
    case unreadable = 9
    /// An invalid command line: `EX_USAGE` of sysexits(3).
    case usage = 64

    /// The description in the help.
    var meaning: String {
        switch self {
        case .done: "Success."
        case .failed: "Failure; the reason is on standard error."
        case .noSuchNote: "Not exactly one note or device matches."
        case .signedOut: "Not signed in, or this device was shut."
        case .wrongPasscode: "Locked, wrong passcode, or no attempts left."
        case .wait: "Too many attempts; try again later."
        case .notPrompted: "No terminal, or cancelled."
        case .offline: "The server is required and cannot be reached."
        case .unreadable: "Stored data cannot be read or written."
        case .usage: "Invalid command line."
        }
    }

    static var list: String {
        (["Exit status:"] + allCases.map { "  \($0.rawValue)  \($0.meaning)" }).joined(separator: "\n")
    }
}
