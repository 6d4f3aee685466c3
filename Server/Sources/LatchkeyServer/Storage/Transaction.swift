/// A transaction with its time and repositories.
///
/// In all repositories, methods that find a row return nil if there is none. Methods that delete rows up to a `limit`
/// return the number deleted.
struct Transaction {
    /// The time of the database. No other write with the same scope falls between it and the commit.
    var now: Timestamp
    let callers: any CallerRepository
    let accounts: AccountRows
    let sessions: SessionRows
    let providerSessions: ProviderSessionRows
    let passkeys: PasskeyRows
    let sessionTokens: SessionTokenRows
    let reservations: ReservationRows
    let oneTimeTokens: OneTimeTokenRows
    let usedTokens: UsedTokenRows
    let mailRequests: MailRequestRows
    let notices: NoticeRows
    let outbox: OutboxRows
    let activity: ActivityRows
    let imports: ImportRows
    let keyCheck: KeyCheckRow
    /// The addresses of the write's scope; nil if its ``WriteScope`` has none. Empty while another process sweeps.
    var addresses: Set<String>?
    private let commit = CommitActions()

    init(_ session: any DatabaseSession, callers: any CallerRepository, now: Timestamp, addresses: Set<String>?) {
        (self.now, self.callers, self.addresses) = (now, callers, addresses)
        accounts = AccountRows(session: session)
        sessions = SessionRows(session: session)
        providerSessions = ProviderSessionRows(session: session)
        passkeys = PasskeyRows(session: session)
        sessionTokens = SessionTokenRows(session: session)
        reservations = ReservationRows(session: session)
        oneTimeTokens = OneTimeTokenRows(session: session)
        usedTokens = UsedTokenRows(session: session)
        mailRequests = MailRequestRows(session: session)
        notices = NoticeRows(session: session)
        outbox = OutboxRows(session: session)
        activity = ActivityRows(session: session)
        imports = ImportRows(session: session)
        keyCheck = KeyCheckRow(session: session)
    }

    /// Whether the scope includes this address: ``WriteScope/freeAddresses(_:)`` may omit some.
    func covers(_ address: String) -> Bool { addresses?.contains(address) ?? true }

    /// Whether the write may sweep: false while another process does; see ``WriteScope/sweep``.
    var sweeps: Bool { addresses.map { !$0.isEmpty } ?? true }

    /// Runs `action` after the commit, and not at all without one, because a transaction may be retried.
    func afterCommit(_ action: @escaping @Sendable () -> Void) { commit.actions.append(action) }

    /// The actions to run once after the commit.
    var commitActions: [@Sendable () -> Void] { commit.actions }
}

/// The actions after a commit. Confined to the transaction's thread.
private final class CommitActions {
    var actions: [@Sendable () -> Void] = []
}
