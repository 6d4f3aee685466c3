/// What the command tells the shell; part of the manual page.
enum ExitStatus: Int32, CaseIterable {
    /// It was done.
    case done = 0
    /// It was not done, for a reason that standard error gives.
    case failed = 1
    /// There is no such note.
    case noSuchNote = 3
    /// Nobody is signed in.
    case signedOut = 4
    /// The passcode was wrong, or no guesses are left.
    case wrongPasscode = 5
    /// No guess is accepted yet.
    case wait = 6
    /// There is no terminal to ask on, or the person cancelled.
    case notAsked = 7
    /// The server cannot be reached, and only it could tell.
    case offline = 8
    /// What is stored cannot be read or written.
    case unreadable = 9
    /// The command line is wrong: `EX_USAGE` of sysexits(3).
    case usage = 64
}
