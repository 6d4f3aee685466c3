import LatchkeyAPI

/// The service with which administrators change accounts. Each act requires that the administrator entered the passcode
/// recently, and has no effect if it already applies.
struct PeopleActs: Sendable {
    /// Maximum age of the passcode verification.
    static let passcodeAge: Duration = .minutes(5)

    /// The request for an act.
    struct Order: Sendable {
        let authentication: Authentication
        let client: ClientInfo
        /// The accepted tags of the account; nil for any.
        var tags: Set<String>?
    }

    let store: any Store
    let random: any RandomSource
    let acts: AccountActs
    let people: PeopleService
    let emailSignal: EmailSignal
    let metrics: ServerMetrics

    /// Applies a change, and returns the account.
    func apply(
        _ change: AccountChange, to id: String, by order: Order
    ) async throws -> (report: PersonReport, tag: String) {
        try await perform(id, by: order) { [acts, people] account, actor, transaction in
            let changed = try acts.apply(change, to: &account, by: actor, in: transaction)
            return (try people.report(of: account, in: transaction), changed)
        }
    }

    /// Ends a session of the account, unless it has already ended, and returns the account.
    func endSession(
        _ sessionID: String, of id: String, by order: Order
    ) async throws -> (report: PersonReport, tag: String) {
        // Sessions do not change the tag.
        try await perform(id, by: Order(authentication: order.authentication, client: order.client)) {
            [acts, people] account, actor, transaction in
            let changed = try acts.endSession(sessionID, of: account, by: actor, in: transaction)
            return (try people.report(of: account, in: transaction), changed)
        }
    }

    /// Shuts a device of the account, unless it is already shut, and returns the account.
    func shutDevice(
        _ keyID: String, of id: String, by order: Order
    ) async throws -> (report: PersonReport, tag: String) {
        try await perform(id, by: order) { [acts, people, metrics] account, actor, transaction in
            let changed = try acts.shutDevice(keyID, of: account, by: actor, in: transaction)
            if changed { transaction.afterCommit { metrics.blocks.count(.device) } }
            return (try people.report(of: account, in: transaction), changed)
        }
    }

    /// Deletes the account with all its data.
    func remove(_ id: String, by order: Order) async throws {
        try await perform(id, by: order) { [acts] account, actor, transaction in
            try acts.remove(account, by: actor, in: transaction)
            return ((), true)
        }
    }

    /// Creates an account, and invites its owner by email. An existing account is returned unchanged.
    func invite(
        _ address: EmailAddress, by order: Order
    ) async throws -> (person: (report: PersonReport, tag: String), isNew: Bool) {
        let id = random.makeID()
        let own = order.authentication.caller.account.email
        let result = try await store.write(on: .addresses([address.text, own])) { [self] transaction in
            var caller = try caller(of: order, in: transaction)
            if let account = try transaction.accounts.find(email: address.text) {
                return (person: try people.report(of: account, in: transaction), isNew: false)
            }
            try transaction.useAllowance(of: &caller)
            let account = Account(id: id, email: address.text, createdAt: transaction.now)
            let actor = AccountActor(caller, order.client)
            try acts.invite(account, by: actor, in: transaction)
            return (person: try people.report(of: account, in: transaction), isNew: true)
        }
        emailSignal.wake()
        return result
    }

    /// Runs an act in one write with the checks of administrator and account.
    private func perform<Value: Sendable>(
        _ id: String, by order: Order,
        _ act: @escaping @Sendable (inout Account, AccountActor, Transaction) throws -> (Value, changed: Bool)
    ) async throws -> Value {
        let scope = WriteScope.accounts(ids: [order.authentication.caller.account.id, id])
        let value = try await store.write(on: scope) { [self] transaction in
            var caller = try caller(of: order, in: transaction)
            var account = try transaction.person(id)
            let tag = account.entityTag
            let (value, changed) = try Problem.explaining {
                try act(&account, AccountActor(caller, order.client), transaction)
            }
            // An act that already applies succeeds despite an old tag (RFC 9110, 13.1.1). An error undoes others.
            if changed {
                if let tags = order.tags, !tags.contains(tag) { throw Problem(.accountChanged) }
                try transaction.useAllowance(of: &caller)
            }
            return value
        }
        emailSignal.wake()
        return value
    }

    /// Returns the administrator in the write, so that a role that was revoked meanwhile has no effect.
    private func caller(of order: Order, in transaction: Transaction) throws -> Caller {
        let caller = try transaction.caller(
            order.authentication.credential, under: people.rules, for: .administrator)
        try caller.demandPasscode(
            within: Self.passcodeAge, or: AuthenticationChallenge.stepUp(maxAge: Self.passcodeAge))
        return caller
    }
}

extension AccountActor {
    fileprivate init(_ caller: Caller, _ client: ClientInfo) {
        self.init(account: caller.account, device: caller.session.deviceName, client: client)
    }
}

extension Problem {
    /// Runs the work, and turns a change that does not apply into a problem.
    fileprivate static func explaining<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as AccountChangeError {
            throw Problem(error)
        }
    }

    init(_ error: AccountChangeError) {
        let kind: ProblemType =
            switch error {
            case .passcodeNotSet: .passcodeNotSet
            case .lastAdministrator: .lastAdministrator
            case .ownAccount: .ownAccount
            case .roleOfProvider: .roleOfProvider
            }
        self.init(kind)
    }
}
