/// A transaction with its time and repositories.
///
/// In all repositories, methods that find a row return nil if there is none. Methods that delete rows up to a `limit`
/// return the number deleted.
struct Transaction {
    /// The time of the database. No other write with the same scope falls between it and the commit.
    var now: Timestamp
    let callers: any CallerRepository
    /// The addresses of the write's scope; nil if its ``WriteScope`` has none. Empty while another process sweeps.
    var addresses: Set<String>?
    private let commit = CommitActions()
    private let session: any DatabaseSession

    init(_ session: any DatabaseSession, callers: any CallerRepository, now: Timestamp, addresses: Set<String>?) {
        (self.session, self.callers, self.now, self.addresses) = (session, callers, now, addresses)
    }

    var accounts: AccountRows { AccountRows(session: session) }
    var people: PersonRows { PersonRows(session: session) }
    var sessions: SessionRows { SessionRows(session: session) }
    var providerSessions: ProviderSessionRows { ProviderSessionRows(session: session) }
    var passkeys: PasskeyRows { PasskeyRows(session: session) }
    var unlockKeys: UnlockKeyRows { UnlockKeyRows(session: session) }
    var sessionTokens: SessionTokenRows { SessionTokenRows(session: session) }
    var reservations: ReservationRows { ReservationRows(session: session) }
    var oneTimeTokens: OneTimeTokenRows { OneTimeTokenRows(session: session) }
    var usedTokens: UsedTokenRows { UsedTokenRows(session: session) }
    var emailRequests: EmailRequestRows { EmailRequestRows(session: session) }
    var notices: NoticeRows { NoticeRows(session: session) }
    var outbox: OutboxRows { OutboxRows(session: session) }
    var activity: ActivityRows { ActivityRows(session: session) }
    var administration: AdministrationRows { AdministrationRows(session: session) }
    var imports: ImportRows { ImportRows(session: session) }
    var keyCheck: KeyCheckRow { KeyCheckRow(session: session) }

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
