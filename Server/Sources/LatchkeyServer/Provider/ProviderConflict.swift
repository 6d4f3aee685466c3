/// The reason why a user of the provider gets no account.
enum ProviderConflict: String, Sendable {
    case noVerifiedAddress
    case unusableAddress
    case addressOfAnother

    init(hasEmail: Bool, hasAddress: Bool) {
        self = hasAddress ? .addressOfAnother : hasEmail ? .unusableAddress : .noVerifiedAddress
    }

    var detail: String {
        switch self {
        case .noVerifiedAddress: "The provider sent no verified email address."
        case .unusableAddress:
            """
            Latchkey does not support this email address: it is malformed, too long, or contains characters such as \
            accented letters.
            """
        case .addressOfAnother: "Another account has this email address."
        }
    }
}
