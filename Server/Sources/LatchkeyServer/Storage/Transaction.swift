/// A transaction on the database: its time, and all that can be done in it.
///
/// In all repositories, what finds a row returns nil when there is none, and what deletes rows up to a `limit` returns
/// how many it deleted.
struct Transaction {
    /// The time of the database: in a write, no other write about the same subject comes between.
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
    /// The addresses that the write is about; nil where its ``Subject`` names none. It is about none at all where
    /// another process sweeps.
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

    /// Whether the write is about this address: of ``Subject/freeAddresses(_:)``, some may be left out.
    func covers(_ address: String) -> Bool { addresses?.contains(address) ?? true }

    /// Whether the write may delete what has ended: false where another process does so; see ``Subject/sweep``.
    var sweeps: Bool { addresses.map { !$0.isEmpty } ?? true }

    /// Has `action` run once the transaction is committed, and not at all when it is not: a transaction may be tried
    /// several times, and what a failed try has counted would be counted again.
    func afterCommit(_ action: @escaping @Sendable () -> Void) { commit.actions.append(action) }

    /// What the store runs, once, when the transaction is committed.
    var commitActions: [@Sendable () -> Void] { commit.actions }
}

/// What a transaction leaves to its commit. It does not leave the thread of its transaction.
private final class CommitActions {
    var actions: [@Sendable () -> Void] = []
}
