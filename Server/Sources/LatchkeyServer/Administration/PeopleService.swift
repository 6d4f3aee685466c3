import LatchkeyAPI

/// The service that shows accounts and the log to administrators.
struct PeopleService: Sendable {
    private static let activityAge: Duration = .days(90)
    /// Of events, and of the acts that caused them.
    private static let activityLimit = 200

    let store: any Store
    let unreadable: UnreadableRows
    let rules: TeamRules
    /// See ``AccountActs/administratorIssuer``.
    let administratorIssuer: String?

    func list(_ query: PeopleQuery) async throws -> PeopleList {
        let rows = try await store.read { [rules] transaction in
            let (now, begun) = (transaction.now, transaction.now - rules.sessionLifetime)
            if let state = query.state {
                return try transaction.people.page(of: state, at: query.place, now: now, begunAfter: begun)
            }
            return try transaction.people.page(at: query.place, now: now, begunAfter: begun)
        }
        // A damaged address cannot be in the next request (V15). The first row's would repeat this page.
        let next = rows.dropFirst(rows.count > PeopleQuery.pageSize ? 1 : rows.count)
            .last { PeopleQuery.isPart($0.email) }?.email
        let items = rows.prefix { $0.email != next }.compactMap { row in row.account.map { PeopleList.Item($0, row) } }
        return PeopleList(people: items, next: next)
    }

    /// Returns an account with its tag. Throws `notFound` if there is none.
    func person(_ id: String) async throws -> (report: PersonReport, tag: String) {
        try await store.read { [self] in try report(of: $0.person(id), in: $0) }
    }

    /// Returns the account with its tag, in a transaction that has read it.
    func report(of account: Account, in transaction: Transaction) throws -> (report: PersonReport, tag: String) {
        let now = transaction.now
        let events = try transaction.activity.page(accountID: account.id, before: nil, limit: Self.activityLimit)
        let acts = try transaction.administration.page(of: account.id, before: nil, limit: Self.activityLimit)
        let keys = try unreadable.unlockKeys(of: account.id, in: transaction)
        let sessions = try unreadable.sessions(of: account.id, in: transaction)
            .filter { now < $0.endsAt(under: rules) }
        let report = try PersonReport(
            id: account.id, email: account.email, role: account.role,
            roleOfProvider: account.isRole(of: administratorIssuer), state: account.state,
            passcodeEnabled: account.isPasscodeEnabled(under: rules),
            timeoutMinutes: account.timeoutMinutes(under: rules), createdAt: account.createdAt.date,
            suspendedAt: account.suspendedAt?.date, mailTrouble: account.deliveryStatus,
            sessions: sessions.map { SessionReport($0, of: account, under: rules, at: now) },
            unlockKeys: keys.devices(of: account).map(DeviceReport.init),
            passkeys: unreadable.readable(transaction.passkeys(of: account), in: .passkeys)
                .map { PasskeyList.Item($0.value) },
            activity: unreadable.readable(events, in: .activity).filter { now - $0.value.at <= Self.activityAge }
                .map { ActivityPage.Event($0.key, $0.value) },
            acts: unreadable.readable(acts, in: .administration).map { AdministrationLogPage.Entry($0.key, $0.value) })
        return (report, account.entityTag)
    }

    func team() async throws -> TeamReport {
        try await store.read { [rules] transaction in
            let (people, limit) = (transaction.people, TeamReport.maximumCount)
            let counts = try AccountState.allCases.map { ($0, try people.count(of: $0, limit: limit)) }
            return TeamReport(
                rules, people: Dictionary(uniqueKeysWithValues: counts),
                withoutDevice: rules.unlock == .server ? try people.countWithoutDevice(limit: limit) : nil)
        }
    }

    /// - Parameter caller: An administrator, checked again in the same read: an export outlasts its request's check and
    ///   token.
    func log(
        _ filter: AdministrationFilter, before: Int64, limit: Int, for caller: Caller
    ) async throws -> AdministrationLogPage {
        let rows = try await store.read { transaction in
            _ = try transaction.caller(caller, for: .administrator)
            let log = transaction.administration
            return switch filter {
            case .all: try log.page(before: before, limit: limit + 1)
            case .account(let id): try log.page(of: id, before: before, limit: limit + 1)
            case .act(let act): try log.page(of: act, before: before, limit: limit + 1)
            }
        }
        let page = rows.prefix(limit)
        let entries = unreadable.readable(Array(page), in: .administration)
            .map { AdministrationLogPage.Entry($0.key, $0.value) }
        return AdministrationLogPage(entries: entries, next: rows.count > limit ? page.last?.key : nil)
    }
}

extension Transaction {
    /// Returns the account of a user. Throws `notFound` if there is none, or it was removed.
    func person(_ id: String) throws -> Account {
        guard let account = try accounts.find(id: id) else {
            throw Problem(.notFound, detail: "There is no such account. It may have been removed.")
        }
        return account
    }
}
