internal import LatchkeyUI

/// The requirements for trying a passcode: what a copy of this device's secrets allows.
enum UnlockProtection: String, Encodable {
    /// This device's secrets: a copy of them allows trying all passcodes.
    case offline
    /// The same, although the rules require the server: the next unlock that the server accepts changes it.
    case serverPending = "server_pending"
    /// The server too, which allows ten attempts.
    case server

    func text(in texts: TerminalTexts) -> String {
        switch self {
        case .offline: texts[.copyWorksOffline]
        case .serverPending: texts[.copyWorksOffline] + " " + texts[ScreenText.opensWithoutServer]
        case .server: texts[.copyNeedsServer]
        }
    }
}
