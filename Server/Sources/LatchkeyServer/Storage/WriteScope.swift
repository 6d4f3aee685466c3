/// The scope of a write. Writes about the same account run one after another, in any process.
///
/// An account and its address are one scope, because an address has one account. If the address changes,
/// ``identity(_:address:)`` covers both. A store that locks the whole database for each write, such as SQLite, ignores
/// the scope.
enum WriteScope: Sendable {
    /// The account of the session of an access token or cookie.
    case session(tokenDigest: String)
    /// The account of the session of a refresh token, found by its digest or, if it is no longer stored, by its family.
    case refresh(digest: String, family: String?)
    case accounts(ids: [String])
    /// The account and session of an attempt.
    case attempt(accountID: String, sessionID: String)
    /// A user of the provider: the linked account, its possible new address, and the digest of the provider's session.
    case identity(AccountIdentity, address: String?, sidDigest: String? = nil)
    /// A session of the provider, of any user.
    case providerSession(issuer: String, sidDigest: String)
    /// Addresses with or without accounts.
    case addresses([String])
    /// Those of the addresses that no other write has locked; see ``Transaction/covers(_:)``.
    case freeAddresses([String])
    /// The address that received a link, found by the possible digests of its token.
    case emailed(linkDigests: [String], purpose: EmailPurpose)
    /// A request for an email: the client's network, and the address.
    case emailRequest(to: String, network: String?)
    /// Rows that a single statement finds and changes; such writes do not wait for each other.
    case rows
    /// Like ``rows``, without durability: a failover may undo the write. For session activity and email leases.
    case queue
    /// Like ``queue``, for deleting expired rows; see ``Transaction/sweeps``.
    case sweep
    /// The whole database, exclusively.
    case all

    static func account(_ id: String) -> WriteScope { .accounts(ids: [id]) }
    static func address(_ address: String) -> WriteScope { .addresses([address]) }

    static func attempt(_ reservation: Reservation) -> WriteScope {
        .attempt(accountID: reservation.accountID, sessionID: reservation.sessionID)
    }

    /// The addresses that a transaction may not cover; nil if not applicable.
    var addresses: Set<String>? {
        switch self {
        case .addresses(let addresses), .freeAddresses(let addresses): Set(addresses)
        default: nil
        }
    }
}
