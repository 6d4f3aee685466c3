/// What a write is about: of two writes about the same account one begins after the other has ended, in whichever
/// processes they run.
///
/// An address has one account, so that an account and its address are one subject; an account whose address changes is
/// one with both, by ``identity(_:address:)``. A store that
/// locks the whole database for each write, as SQLite does, need not look at it.
enum Subject: Sendable {
    /// The account of the session whose access token or cookie has this digest.
    case session(tokenDigest: String)
    /// The account of the session of a refresh token, which is known by its digest or, when it is no longer stored, by
    /// its family.
    case refresh(digest: String, family: String?)
    case accounts(ids: [String])
    /// The account that an attempt counts on, and the session that it was made in.
    case attempt(accountID: String, sessionID: String)
    /// A person whom the provider has signed in: the account that is known as this person, the address that it may have
    /// from now on, and the digest of the provider's session.
    case identity(AccountIdentity, address: String?, sidDigest: String? = nil)
    /// One of the provider's sessions, of whichever person.
    case providerSession(issuer: String, sidDigest: String)
    /// Addresses, whether they have accounts or not.
    case addresses([String])
    /// Those of the addresses that no other write is about at the moment: ``Transaction/covers(_:)`` tells which.
    case freeAddresses([String])
    /// The address that a link was mailed to, by the digests that the link's token may have.
    case mailed(linkDigests: [String], purpose: MailPurpose)
    /// A request for a mail: the client's network, and the address.
    case mailRequest(to: String, network: String?)
    /// Rows each of which a statement finds and changes at once: such writes do not wait for each other.
    case rows
    /// As ``rows``, and of no consequence: where several machines keep the database, the loss of one may undo them. The
    /// last activity of sessions, and whose mail is being sent.
    case queue
    /// As ``queue``, for deleting what has ended: ``Transaction/sweeps`` tells whether no other process does so.
    case sweep
    /// The whole database: no other write runs meanwhile.
    case all

    static func account(_ id: String) -> Subject { .accounts(ids: [id]) }
    static func address(_ address: String) -> Subject { .addresses([address]) }

    static func attempt(_ reservation: Reservation) -> Subject {
        .attempt(accountID: reservation.accountID, sessionID: reservation.sessionID)
    }

    /// The addresses of which a transaction may find that it does not cover them; nil where there is no such question.
    var addresses: Set<String>? {
        switch self {
        case .addresses(let addresses), .freeAddresses(let addresses): Set(addresses)
        default: nil
        }
    }
}
