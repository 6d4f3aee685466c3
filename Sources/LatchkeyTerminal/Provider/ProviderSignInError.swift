/// Why the team's provider has signed no one in.
enum ProviderSignInError: Error, Equatable {
    /// It does not answer, or not as it should.
    case unreachable
    /// The person, or the provider, has said no.
    case denied
    /// It took too long.
    case expired
    /// The answer is another provider's, or to another request.
    case mismatch
    /// The person had to be asked again, and the provider has not asked, or does not say so.
    case notAskedAgain
    /// No port of this machine could be opened, for this `errno`.
    case noPort(Int32)
    /// The task was cancelled.
    case cancelled
}

extension ProviderSignInError {
    /// What to tell the user; nil when they have cancelled it.
    func text(in texts: TerminalTexts, provider: String) -> String? {
        let text: TerminalText? =
            switch self {
            case .unreachable: .providerUnreachable
            case .denied: .providerDenied
            case .expired: .providerExpired
            case .mismatch: .providerMismatch
            case .notAskedAgain: .providerNotAsked
            case .noPort: .noPort
            case .cancelled: nil
            }
        guard let text else { return nil }
        if case .noPort(let code) = self { return texts[text].replacing("{reason}", with: "errno \(code)") }
        return texts[text].replacing("{name}", with: provider)
    }
}
