public import Foundation
public import LatchkeyBiometrics
package import LatchkeyPasscode
public import Observation

/// The app's lock: what views and apps see of it. ``AppLock`` makes it.
///
/// Locked until `start()` has read what is stored. Nothing here unlocks without a proof, and an app that needs more
/// than a screen in front of its content seals it with the ``vault``.
///
/// ```swift
/// let lock = AppLock.device(.apple(), reason: "Unlock Repair Shop", afterTenFailures: .erase)
/// await lock.start()
/// guard case .unlocked = await lock.unlock(with: passcode) else { … }
/// ```
@MainActor @Observable
public final class PasscodeService {
    /// Seals and opens the app's data while unlocked.
    public nonisolated let vault: Vault
    /// The lock, with everything that a view needs to know about it.
    public private(set) var state = LockState()
    /// What stands between the app and its vault, or nil until it was read.
    public private(set) var protection: VaultProtection?
    /// Why what is stored cannot be read, or nil.
    public private(set) var problem: VaultError?
    /// The kind of biometrics that could be asked for when it was last looked.
    public private(set) var biometricType = BiometricType.none
    /// The absence that locks; the shortest while the vault is locked.
    public private(set) var timeout = LockTimeout.immediately
    /// Until when no guess is accepted, by the wall clock as it stood, or nil.
    public private(set) var waitUntil: Date?

    /// What came of the last biometric prompt since the app was locked or opened; nil while one is up. For an app whose
    /// system shows no prompt of its own.
    public internal(set) var promptOutcome: BiometricUnlockOutcome?

    /// Hears what ``promptOutcome`` says, of prompts that came up by themselves, too.
    @ObservationIgnored package var onPromptOutcome: (@MainActor (BiometricUnlockOutcome) -> Void)?

    @ObservationIgnored private let biometrics: any BiometricAuthProtocol
    @ObservationIgnored let policy: PasscodePolicy
    @ObservationIgnored let reason: String
    @ObservationIgnored var lastPrompt: Task<Void, Never>?
    /// The app's own prompts that are up or wait to come up.
    @ObservationIgnored var appPrompts: [UUID: @MainActor () -> Void] = [:]
    @ObservationIgnored var isAppPromptUp = false
    @ObservationIgnored private var listeners: [UUID: AsyncStream<LockChange>.Continuation] = [:]
    @ObservationIgnored var prompts: [LockState.Prompt: Task<BiometricUnlockOutcome, Never>] = [:]

    /// The session that owns this lock, if one does.
    @ObservationIgnored package weak var owner: AnyObject?

    /// What the lifecycle reported.
    @ObservationIgnored nonisolated let reports: LifecycleReports
    /// What has to be done before the app opens, for proofs that were given.
    @ObservationIgnored private var preparations: [UUID: Task<Void, Never>] = [:]
    /// Whether a vault that opens by itself is kept closed.
    @ObservationIgnored package private(set) var isWithheld = false
    /// Makes ready what has to be before anything is read, at the first start.
    @ObservationIgnored private var assembly: (@MainActor (PasscodeService) async -> Void)?
    @ObservationIgnored private var assembling: Task<Void, Never>?

    /// Reads nothing yet, and is locked.
    ///
    /// - Parameters:
    ///   - vault: What the passcode opens.
    ///   - biometrics: What this device offers.
    ///   - policy: Which passcodes are refused.
    ///   - reason: What the biometric prompt says to the person, as a full sentence.
    ///   - assembly: Makes ready what has to be before anything is read, at the first start.
    package init(
        vault: Vault, biometrics: any BiometricAuthProtocol, policy: PasscodePolicy = PasscodePolicy(), reason: String,
        assembly: (@MainActor (PasscodeService) async -> Void)? = nil
    ) {
        (self.vault, self.biometrics, self.policy, self.reason) = (vault, biometrics, policy, reason)
        self.assembly = assembly
        reports = LifecycleReports(vault: vault)
    }

    /// Whether another lock of this process has the storage.
    package var isRefused: Bool { vault.parts.refusal != nil }

    /// Does what has to be done once, before anything is read.
    package func assemble() async {
        if let assembly {
            self.assembly = nil
            assembling = Task { await assembly(self) }
        }
        await assembling?.value
    }

    /// Whether the app must not be used. Changes at once with `lockApp()`.
    public var isLocked: Bool { state.isLocked }

    /// The lock as it is now, and then each change of it with its cause, none left out. For code that is no view; each
    /// call begins a stream of its own.
    public var lockChanges: AsyncStream<LockChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: LockChange.self)
        let id = UUID()
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.listeners[id] = nil }
        }
        continuation.yield(LockChange(isLocked: isLocked, cause: .current))
        listeners[id] = continuation
        return stream
    }

    /// Returns once the app is open: at once when it is. Throws `CancellationError` when the task is cancelled.
    public func opened() async throws {
        for await change in lockChanges where !change.isLocked { return }
        throw CancellationError()
    }

    /// Whether there is a passcode, or was one that can be had back only by recovery. True while that is not known.
    public var isPasscodeEnabled: Bool {
        switch protection {
        case .absent, .open, .biometricsOnly: problem != nil
        case .passcode, .awaitingRecovery, nil: true
        }
    }

    /// Whether it takes a proof to open the vault: a passcode, a match, or the account's recovery key. True while that is
    /// not known.
    public var isProtected: Bool {
        switch protection {
        case .absent, .open: problem != nil
        case .passcode, .biometricsOnly, .awaitingRecovery, nil: true
        }
    }

    /// Whether a biometric match can unlock.
    public var isBiometricEnabled: Bool { state.isBiometric }

    /// Whether the device had biometrics that could be asked for when it was last looked.
    public var isBiometricAvailable: Bool { biometricType != .none }

    /// Whether an absence of so many seconds locks. For apps that measure it themselves; the lock itself also
    /// notices a clock that was set.
    public func shouldLockOnForeground(backgroundDuration: TimeInterval) -> Bool {
        isProtected && timeout.isReached(after: backgroundDuration)
    }

    /// Locks if the absence has lasted long enough by now. An app that goes on to run in the background calls it now and
    /// then, so that the key does not stay in memory until the person comes back.
    public func lockIfTimedOut() {
        takeReports()
        if reports.isTimedOut { send(.lockRequired, because: .absence) }
    }

    /// Locks at once, as a manual lock: no biometric prompt comes up by itself until the next unlock. Without a passcode it does
    /// nothing.
    public func lockApp() { send(.lockRequested) }

    /// Locks at once, for a reason other than the person's wish.
    public func requireLock() { send(.lockRequired) }

    /// Locks at once, also a vault that opens by itself: more has to be proved than this device knows. Until `release()`
    /// reading it again does not open it.
    package func withhold() {
        isWithheld = true
        // Where there is no vault there is no key: the first passcode makes both.
        if protection != .absent { send(.withheld) }
    }

    /// A vault that opens by itself does so again.
    package func release() async {
        guard isWithheld else { return }
        endWithholding()
        if protection == .open { await reload() }
    }

    func endWithholding() { isWithheld = false }

    /// Has every proof that is given meanwhile wait for the end of the work.
    func preparing<Failure>(_ work: () async throws(Failure) -> Void) async throws(Failure) {
        let (end, over) = AsyncStream.makeStream(of: Never.self)
        let id = UUID()
        preparations[id] = Task { for await _ in end {} }
        defer {
            over.finish()
            preparations[id] = nil
        }
        try await work()
    }

    func prepared() async {
        while let preparation = preparations.values.first { await preparation.value }
    }

    /// Applies an event and does what it asks for, after what was reported before it.
    func send(_ event: LockEvent, because cause: LockChange.Cause? = nil) {
        takeReports()
        apply(event, because: cause ?? LockChange.Cause(event))
    }

    /// Applies what the lifecycle reported, in order.
    func takeReports() {
        while let report = reports.next() { apply(report.event, because: report.cause) }
    }

    private func apply(_ event: LockEvent, because cause: LockChange.Cause) {
        let wasLocked = isLocked
        for effect in state.apply(event) {
            switch effect {
            case .dropKey: vault.lock()
            case .ask(let prompt): bringUp(prompt)
            case .dismiss(let prompt): prompts.removeValue(forKey: prompt)?.cancel()
            }
        }
        notePrompting()
        noteTimeout()
        // C11: nobody who is asked there sees the app.
        if isLocked || state.presence == .background { for cancel in appPrompts.values { cancel() } }
        guard isLocked != wasLocked else { return }
        promptOutcome = nil
        for listener in listeners.values { listener.yield(LockChange(isLocked: isLocked, cause: cause)) }
    }

    func noteTimeout() {
        let new = vault.timeout ?? .immediately
        // Only then, so that views are not told for nothing.
        if new != timeout { timeout = new }
    }

    func note(_ protection: VaultProtection) {
        self.protection = protection
        problem = nil
    }

    func note(_ problem: VaultError?) { self.problem = problem }

    func note(waitUntil date: Date?) { waitUntil = date }

    func refusal(of passcode: Passcode) -> PasscodePolicy.Refusal? { policy.refusal(of: passcode) }

    /// Looks again which biometrics can be asked for.
    public func checkBiometricAvailability() async { biometricType = await biometrics.biometricType }

    func biometricStatus() async throws(BiometricAuthError) -> BiometricType { try await biometrics.status() }
}
