import Testing

@testable import LatchkeyServer

/// A replay of a trace with the server's own code, comparing effects and rows.
struct ModelReplay {
    /// A difference between server and model.
    struct Divergence: Error, CustomStringConvertible {
        enum Kind: String, Sendable {
            /// No attempt was reserved.
            case rejected
            case reserved
            /// Nothing was hashed.
            case notHashed
            case opened
            case notOpened
            case rows
        }

        let kind: Kind
        /// Its position in the trace.
        let number: Int
        let description: String
    }

    let account: ReplayedAccount
    /// Whether rows are compared too: those of a mutant differ from its mutation on.
    var comparesRows = true
    private var requests: [Int: ReplayedRequest] = [:]
    private var former: [ReplayedRequest] = []

    init(_ account: ReplayedAccount, comparesRows: Bool = true) {
        (self.account, self.comparesRows) = (account, comparesRows)
    }

    mutating func follow(_ trace: [TracedStep]) async throws {
        for (number, step) in trace.enumerated() {
            if let kind = try await take(step.action) {
                throw Divergence(kind: kind, number: number, description: "\(kind) at \(step)")
            }
            guard comparesRows, let told = step.rows else {
                try await account.lift()
                continue
            }
            let found = try await account.rows()
            if found != told {
                throw Divergence(kind: .rows, number: number, description: "after \(step) there are \(found)")
            }
            if step.action.changesCounters { try await account.lift() }
        }
    }

    /// Ends pending work after the trace.
    func giveUp() async throws {
        for request in former + requests.values { try await request.giveUp() }
    }

    /// Returns the server's different behavior; nil if it is the same.
    private mutating func take(_ action: TracedStep.Action) async throws -> Divergence.Kind? {
        switch action {
        case .reserve(let number, let session, let isRight, let purpose, let isTaken):
            return try await reserve(number, session, isRight: isRight, purpose, isTaken: isTaken)
        case .undecided(let number, let isKept):
            if !isKept { try await account.lose("\(number)") }
            try await leaveUndecided(number)
            try #require(try await request(number).reaches(.deletes))
        case .believe(let number):
            try await account.lose("\(number)")
            try await leaveUndecided(number)
            return try request(number).hasher.hashes == 0 ? .notHashed : nil
        case .crash(let number): try await crash(number)
        case .starve(let number):
            try request(number).hasher.starve()
            try request(number).goOn(from: .reserved)
            try #require(try await request(number).reaches(.settles))
            try request(number).goOn(from: .settles)
            if case .opened = try await request(number).ends() { return .opened }
        case .hash(let number):
            try request(number).goOn(from: .reserved)
            let waits = try await request(number).reaches(.settles)
            return try waits && request(number).hasher.hashes == 1 ? nil : .notHashed
        case .settle(let number, let settlement): return try await settle(number, settlement)
        case .delete(let number): try await request(number).deletes()
        case .expire(let number): try await account.expire("\(number)")
        case .sweep: try await account.server.parts.sweeper.settleStaleAttempts()
        case .lock(let session): try await account.lock(session)
        case .end(let session): try await account.signOut(session)
        case .enter(let session): try await account.begin(session)
        case .enable(let session): try await account.enable(session)
        case .reset: try await account.reset()
        }
        return nil
    }

    private mutating func reserve(
        _ number: Int, _ session: String, isRight: Bool, _ purpose: AttemptPurpose, isTaken: Bool
    ) async throws -> Divergence.Kind? {
        func ask() throws -> ReplayedRequest {
            let request = try ReplayedRequest(
                session, isRight: isRight, purpose, by: account.authentication(session), on: account.server)
            if let last = requests.updateValue(request, forKey: number) { former.append(last) }
            return request
        }
        var request = try ask()
        if try await request.hasToWait() {
            // An expired attempt has become a failure with a delay, which the model does not have.
            try await account.lift()
            request = try ask()
        }
        guard try await request.reaches(.reserved) else {
            if case .failed(let error) = try await request.ends() { throw error }
            return isTaken ? .rejected : nil
        }
        try await account.nameNewAttempt("\(number)")
        return isTaken ? nil : .reserved
    }

    /// Makes the database leave the attempt's commit undecided.
    private func leaveUndecided(_ number: Int) async throws {
        try request(number).goOn(from: .reserved, .undecided(code: "injected"))
        guard case .failed(StoreError.undecided) = try await request(number).ends() else {
            throw ReplayedRequest.DidNotCome(description: "an undecided reservation was not reported as undecided")
        }
    }

    /// From here on, no write of the request reaches the database.
    private func crash(_ number: Int) async throws {
        let request = try self.request(number)
        for point in [SteppedStore.Point.reserved, .settles] where request.isWaiting(at: point) {
            request.goOn(from: point, .unavailable(code: "crashed"))
            _ = try await request.ends()
        }
    }

    private func settle(
        _ number: Int, _ settlement: TracedStep.Settlement
    ) async throws -> Divergence.Kind? {
        try request(number).goOn(from: .settles)
        switch try await request(number).ends() {
        case .opened(let secrets):
            account.noteOpened(try request(number).session, secrets)
            return settlement == .opened ? nil : .opened
        case .rejected: return settlement == .opened ? .notOpened : nil
        case .failed(let error): throw error
        }
    }

    private func request(_ number: Int) throws -> ReplayedRequest { try #require(requests[number]) }
}

extension TracedStep.Action {
    /// Whether counters may have changed, or delays started.
    fileprivate var changesCounters: Bool {
        switch self {
        case .reserve, .settle, .sweep, .enter, .enable, .reset: true
        default: false
        }
    }
}
