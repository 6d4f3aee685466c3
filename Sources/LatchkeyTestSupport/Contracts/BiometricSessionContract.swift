public import LatchkeyBiometricSession
internal import LatchkeyBiometrics

/// The rules of every biometric session.
public struct BiometricSessionContract: Sendable {
    /// A session and its device, whose biometrics match unless a rule requires otherwise.
    public struct Device: Sendable {
        let session: any BiometricSessionProtocol<[String]>
        let dismissNextPrompt: @Sendable () async -> Void
        let changeEnrolment: (@Sendable () async -> Void)?

        /// Creates a device.
        ///
        /// - Parameters:
        ///   - session: A session without stored tokens, with ``BiometricSessionContract/user(of:)`` as its `user`.
        ///   - dismissNextPrompt: Dismisses the next prompt, as the user.
        ///   - changeEnrolment: Adds a finger or a face. Nil if the session does not detect that: with `.anyEnrolment`,
        ///     or with a fingerprint reader on Linux.
        public init(
            session: some BiometricSessionProtocol<[String]>, dismissNextPrompt: @escaping @Sendable () async -> Void,
            changeEnrolment: (@Sendable () async -> Void)?
        ) {
            (self.session, self.dismissNextPrompt, self.changeEnrolment) = (session, dismissNextPrompt, changeEnrolment)
        }
    }

    /// Returns the user of the contract's tokens, for the session's `user`.
    public static func user(of tokens: [String]) -> String { tokens.first?.hasPrefix("ben:") == true ? "ben" : "ann" }

    private let make: @Sendable () async throws -> Device
    private let reason = "Contract."

    /// Creates a contract for the implementation.
    ///
    /// - Parameter make: Returns a new device each time it is called.
    public init(_ make: @escaping @Sendable () async throws -> Device) { self.make = make }

    /// Verifies each rule. Throws ``ContractViolation`` for the first broken one, or an error that no rule allows.
    public func verify() async throws {
        try await absentIsNone(make().session)
        try await storedTokensAreRestored(make().session)
        try await updatesNeedAStoredSession(make().session)
        try await consentIsPerUser(make())
        try await clearingDisables(make().session)
        try await dismissingKeepsTheSession(make())
        try await aChangedEnrolmentInvalidatesOnce(make())
        try await concurrentRestoresAgree(make().session)
        try await concurrentChangesLeaveAWholeSession(make().session)
        try await nothingIsRestoredAfterClear(make().session)
    }

    private func absentIsNone(_ session: some BiometricSessionProtocol<[String]>) async throws {
        let rule = ContractRule("without a stored session, restore returns none, and biometrics can be offered")
        try rule.requireEqual(await session.isEnabled, false)
        try rule.requireEqual(await session.biometricType == .none, false)
        try rule.requireEqual(await session.shouldOffer(for: ["any"]), true)
        try rule.requireEqual(await session.restore(reason: reason), .none)
        try await session.clear()
    }

    private func storedTokensAreRestored(_ session: some BiometricSessionProtocol<[String]>) async throws {
        let rule = ContractRule("each restore returns the latest tokens")
        for tokens in [["a", "b"], [], ["𝄞 \u{0}\"\\"]] {
            try await session.save(tokens)
            try rule.requireEqual(await session.isEnabled, true)
            try rule.requireEqual(await session.shouldOffer(for: tokens), false)
            for _ in 0..<2 { try rule.requireEqual(await session.restore(reason: reason), .restored(tokens)) }
        }
    }

    private func updatesNeedAStoredSession(_ session: some BiometricSessionProtocol<[String]>) async throws {
        let rule = ContractRule("update replaces the tokens of a stored session, and never enables biometrics")
        try rule.requireEqual(await session.update(["early"]), false)
        try rule.requireEqual(await session.isEnabled, false)
        try await session.save(["old"])
        try rule.requireEqual(await session.update(["new"]), true)
        try rule.requireEqual(await session.restore(reason: reason), .restored(["new"]))
        try await session.clear()
        try rule.requireEqual(await session.update(["late"]), false)
        try rule.requireEqual(await session.restore(reason: reason), .none)
    }

    private func consentIsPerUser(_ device: Device) async throws {
        let rule = ContractRule("consent is per user, and another user's save replaces the session")
        let (session, ann, ben) = (device.session, ["ann"], ["ben:"])
        try await session.save(ann)
        try rule.requireEqual(await session.isEnabled(for: ben), false)
        try rule.requireEqual(await session.shouldOffer(for: ben), true)
        try rule.requireEqual(await session.update(ben), false)
        try rule.requireEqual(await session.restore(reason: reason), .restored(ann))
        await device.changeEnrolment?()
        try await session.save(ben)
        try rule.requireEqual(await session.isEnabled(for: ben), true)
        try rule.requireEqual(await session.isEnabled(for: ann), false)
        try rule.requireEqual(await session.restore(reason: reason), .restored(ben))
    }

    private func clearingDisables(_ session: some BiometricSessionProtocol<[String]>) async throws {
        let rule = ContractRule("clear deletes the session, and save stores one again")
        try await session.save(["first"])
        try await session.clear()
        try rule.requireEqual(await session.isEnabled, false)
        try rule.requireEqual(await session.shouldOffer(for: ["any"]), true)
        try rule.requireEqual(await session.restore(reason: reason), .none)
        try await session.save(["second"])
        try rule.requireEqual(await session.restore(reason: reason), .restored(["second"]))
    }

    private func dismissingKeepsTheSession(_ device: Device) async throws {
        let rule = ContractRule("a dismissed prompt is cancelled, and the session stays stored")
        try await device.session.save(["kept"])
        await device.dismissNextPrompt()
        try rule.requireEqual(await device.session.restore(reason: reason), .cancelled)
        try rule.requireEqual(await device.session.isEnabled, true)
        try rule.requireEqual(await device.session.restore(reason: reason), .restored(["kept"]))
    }

    private func aChangedEnrolmentInvalidatesOnce(_ device: Device) async throws {
        let rule = ContractRule("after a changed enrolment, restore returns invalidated, then none, despite updates")
        guard let changeEnrolment = device.changeEnrolment else { return }
        try await device.session.save(["lost"])
        await changeEnrolment()
        try await device.session.update(["lost too"])
        try rule.requireEqual(await device.session.restore(reason: reason), .invalidated)
        try rule.requireEqual(await device.session.isEnabled, false)
        try rule.requireEqual(await device.session.shouldOffer(for: ["any"]), true)
        try rule.requireEqual(await device.session.restore(reason: reason), .none)
        try await device.session.save(["new"])
        try rule.requireEqual(await device.session.restore(reason: reason), .restored(["new"]))
    }

    private func concurrentRestoresAgree(_ session: some BiometricSessionProtocol<[String]>) async throws {
        let rule = ContractRule("concurrent restores all return the tokens")
        try await session.save(["shared"])
        let outcomes = await withTaskGroup(of: BiometricRestore<[String]>.self) { [reason] group in
            for _ in 0..<8 { group.addTask { await session.restore(reason: reason) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        try rule.requireEqual(outcomes, Array(repeating: .restored(["shared"]), count: 8))
    }

    private func concurrentChangesLeaveAWholeSession(
        _ session: some BiometricSessionProtocol<[String]>
    ) async throws {
        let rule = ContractRule("concurrent saves and updates store the tokens of one of them")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { try await session.save(["\(number)"]) }
                group.addTask { try await session.update(["\(number)"]) }
            }
            try await group.waitForAll()
        }
        guard case .restored(let tokens) = await session.restore(reason: reason), tokens.count == 1,
            (0..<8).contains(Int(tokens[0]) ?? -1)
        else { throw rule.violation("another outcome") }
    }

    private func nothingIsRestoredAfterClear(_ session: some BiometricSessionProtocol<[String]>) async throws {
        let rule = ContractRule("a restore during clear returns the tokens or none, and none after it")
        for _ in 0..<8 {
            try await session.save(["gone"])
            async let restored = session.restore(reason: reason)
            try await session.clear()
            let outcome = await restored
            try rule.require([.restored(["gone"]), .none].contains(outcome), "\(outcome)")
            try rule.requireEqual(await session.restore(reason: reason), .none)
        }
    }
}
