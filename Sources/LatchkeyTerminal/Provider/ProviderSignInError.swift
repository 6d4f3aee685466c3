/// The reason that a sign-in at the team's provider failed.
enum ProviderSignInError: Error, Equatable {
    /// The provider does not respond, or its response is invalid.
    case unreachable
    /// The user or the provider denied the sign-in.
    case denied
    /// The time limit was reached.
    case expired
    /// The response is from another provider, or to another request.
    case mismatch
    /// Reauthentication was required, but the token does not prove it.
    case notReauthenticated
    /// No port of this machine could be opened, with this `errno`.
    case noPort(Int32)
    /// The task was cancelled.
    case cancelled
}

extension ProviderSignInError {
    /// The text for the user; nil if they cancelled the sign-in.
    func text(in texts: TerminalTexts, provider: String) -> String? {
        let text: TerminalText? =
            switch self {
            case .unreachable: .providerUnreachable
            case .denied: .providerDenied
            case .expired: .providerExpired
            case .mismatch: .providerMismatch
            case .notReauthenticated: .providerNotAsked
            case .noPort: .noPort
            case .cancelled: nil
            }
        guard let text else { return nil }
        if case .noPort(let code) = self { return texts[text].replacing("{reason}", with: "errno \(code)") }
        return texts[text].replacing("{name}", with: provider)
    }
}
