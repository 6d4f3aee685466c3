/// Why a mail was not taken. No case holds anything of the mail or of the other side's words.
enum MailTransportError: Error, Equatable {
    /// The other side will never take this mail, so that trying again is of no use.
    ///
    /// - `address`: whether it is the address that it refuses.
    case refused(code: Int, address: Bool)
    /// It took it not now.
    ///
    /// - `retryAfter`: how long it asks to be left alone, where it says so.
    case deferred(code: Int, retryAfter: Duration? = nil)
    /// It does not let this server send at all, or cannot be trusted: the operator has something to mend. The mail waits.
    case misconfigured(reason: String)
    /// It could not be reached, or fell silent; whether it has the mail is not known.
    case unreachable(reason: String)

    /// Whether the operator has something to mend.
    var needsOperator: Bool {
        if case .misconfigured = self { true } else { false }
    }
}

extension MailTransportError: CustomStringConvertible {
    var description: String {
        switch self {
        case .refused(let code, let address): "refused for good (\(code)\(address ? ", the address" : ""))"
        case .deferred(let code, _): "refused for now (\(code))"
        case .misconfigured(let reason): "cannot send with these settings: \(reason)"
        case .unreachable(let reason): "no answer: \(reason)"
        }
    }
}
