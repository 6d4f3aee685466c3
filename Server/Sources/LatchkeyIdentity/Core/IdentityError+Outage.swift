extension IdentityError {
    /// Why the provider cannot be asked.
    package enum Outage: Equatable, Sendable {
        /// No connection; the name of the error.
        case unreachable(String)
        /// No whole answer within the time.
        case deadline
        /// The answer sends elsewhere, which is not followed.
        case redirect
        case status(Int)
        /// The answer is larger than a document may be.
        case tooLarge
        /// The answer is no JSON object, or says that it is something else.
        case notJSON
        /// A document lacks a member, or has one that may not be: its name.
        case document(String)
        /// The provider's document names another issuer than the one that was asked for.
        case issuer
        /// None of the provider's keys can check a signature.
        case keys
        /// The token names none of the keys that are kept, and the provider was asked for them too lately to be asked
        /// again now: it may have others since. It may be asked after so long.
        case askedLately(again: Duration)
        /// The provider does not take this client's id, its secret, or its way of giving it.
        case client
        /// The provider says that it is out of order.
        case provider
    }
}
