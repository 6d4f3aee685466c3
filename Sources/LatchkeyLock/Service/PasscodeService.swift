internal import LatchkeyLifecycle
public import Foundation
public import LatchkeyBiometrics
public import LatchkeyPasscode
public import Observation

/// The app's lock, for views and apps. ``AppLock`` creates it.
///
/// It is locked until `start()` has read the stored state, and unlocks only with a proof. To protect content beyond a
/// screen in front of it, seal the content with the ``vault``.
///
/// ```swift
/// let lock = AppLock.device(.apple(), reason: "Unlock Repair Shop.", afterTenFailures: .unlimited)
/// await lock.start()
/// guard case .unlocked = await lock.unlock(with: passcode) else { … }
/// ```
@MainActor @Observable
public final class PasscodeService {
    /// The vault, which seals and opens the app's data while unlocked.
    public nonisolated let vault: Vault
    /// The rules that reject new passcodes.
    @ObservationIgnored public let passcodePolicy: PasscodePolicy
    /// The lock's state, for views.
    public private(set) var state = LockState()
    /// The protection of the vault, or nil until it was read.
    public private(set) var protection: VaultProtection?
    /// The reason that the stored state cannot be read, or nil.
    public internal(set) var problem: LockError?
    /// The kind of biometrics that was available at the last check.
    public private(set) var biometricType = BiometricType.none
    /// The absence that locks the app; the shortest one while the vault is locked.
    public private(set) var timeout = LockTimeout.immediately
    /// The time of day until which no attempt is accepted, by the clock at that time; nil without a delay.
    public internal(set) var waitUntil: Date?

    /// The outcome of the last biometric prompt since the app was locked or unlocked; nil during a prompt. For apps on
    /// systems without a visible prompt.
    public internal(set) var promptOutcome: BiometricUnlockOutcome?

    /// Called with each ``promptOutcome``, including those of automatic prompts.
    @ObservationIgnored package var onPromptOutcome: (@MainActor (BiometricUnlockOutcome) -> Void)?

    @ObservationIgnored let biometrics: any BiometricAuthProtocol
    @ObservationIgnored let reason: String
    @ObservationIgnored var lastPrompt: Task<Void, Never>?
    /// The app's own prompts that are shown or queued.
    @ObservationIgnored var appPrompts: [UUID: @MainActor () -> Void] = [:]
    @ObservationIgnored var isAppPromptUp = false {
        didSet { state.isAppPromptUp = isAppPromptUp }
    }
    @ObservationIgnored private var listeners: [UUID: AsyncStream<LockChange>.Continuation] = [:]
    @ObservationIgnored var prompts: [LockState.Prompt: Task<BiometricUnlockOutcome, Never>] = [:]

    /// The session that owns this lock, or nil.
    @ObservationIgnored package weak var owner: AnyObject?

    /// Whether the biometric prompt may appear automatically: ``LockPlatform/promptsAutomatically``.
    @ObservationIgnored private var promptsAutomatically = true
    /// Whether an app that stays in front unused locks: ``LockPlatform/locksWhenIdle``.
    @ObservationIgnored package internal(set) var locksWhenIdle = false
    /// Locks an open app at its timeout.
    @ObservationIgnored private var timer: TimeoutTimer?
    /// The queue of lifecycle reports.
    @ObservationIgnored nonisolated let reports: LifecycleReports
    /// Work that must end before a proof unlocks the app.
    @ObservationIgnored private var preparations: [UUID: Task<Void, Never>] = [:]
    /// Whether a vault without a passcode is kept closed.
    @ObservationIgnored package internal(set) var isWithheld = false
    /// Prepares the device at the first start, before anything is read.
    @ObservationIgnored private var assembly: (@MainActor (PasscodeService) async -> Void)?
    @ObservationIgnored private var assembling: Task<Void, Never>?
    @ObservationIgnored private var isAssembled: Bool

    /// Creates a locked service that has read nothing.
    package init(
        vault: Vault, biometrics: any BiometricAuthProtocol, policy: PasscodePolicy = PasscodePolicy(), reason: String,
        assembly: (@MainActor (PasscodeService) async -> Void)? = nil
    ) {
        (self.vault, self.biometrics, passcodePolicy, self.reason) = (vault, biometrics, policy, reason)
        (self.assembly, isAssembled) = (assembly, assembly == nil)
        reports = LifecycleReports(vault: vault)
    }

    /// Whether another lock of this process uses the storage.
    package var isRejected: Bool { vault.parts.rejection != nil }

    /// Prepares the device once, before anything is read. Returns false if the task was cancelled before the device was
    /// prepared; the preparation continues for the next call.
    package func assemble() async -> Bool {
        if let assembly {
            self.assembly = nil
            assembling = Task {
                await assembly(self)
                isAssembled = true
            }
        }
        guard !isAssembled, let assembling else { return true }
        // Unlike waiting for a task, waiting for a stream ends when this task is cancelled.
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        Task {
            await assembling.value
            end.finish()
        }
        for await _ in ends {}
        return isAssembled
    }

    /// Whether the app must not be used. It changes immediately with `lockApp()`.
    public var isLocked: Bool { state.isLocked }

    /// The current state of the lock, and then each change with its cause, for code other than views. Each call starts
    /// a separate stream.
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

    /// Waits until the app is unlocked. Throws `CancellationError` if the task is cancelled.
    public func opened() async throws {
        // An app that was suspended may become active before its timer fires.
        lockIfTimedOut()
        // The app may have locked again since the change that ends this wait.
        for await change in lockChanges where !change.isLocked && !isLocked { return }
        throw CancellationError()
    }

    /// Whether a passcode is set, even one that only recovery replaces. True while that is unknown.
    public var isPasscodeEnabled: Bool {
        switch protection {
        case .absent, .open, .biometricsOnly: problem != nil
        case .passcode, .awaitingRecovery, .shut, nil: true
        }
    }

    /// Whether opening the vault requires a proof: a passcode, a match, or the account's recovery key. True while that
    /// is unknown.
    public var isProtected: Bool {
        switch protection {
        case .absent, .open: problem != nil
        case .passcode, .biometricsOnly, .awaitingRecovery, .shut, nil: true
        }
    }

    /// Whether a biometric match can unlock.
    public var isBiometricEnabled: Bool { state.isBiometric }

    /// Whether biometrics were available at the last check.
    public var isBiometricAvailable: Bool { biometricType != .none }

    /// Whether an absence of this number of seconds locks. For apps that measure it themselves; the lock itself also
    /// detects a changed clock.
    public func shouldLockOnForeground(backgroundDuration: TimeInterval) -> Bool {
        isProtected && timeout.isReached(after: backgroundDuration)
    }

    /// Starts locking the app at its timeout, with this timer.
    func watchTime(with timer: TimeoutTimer) {
        self.timer = timer
        timer.update()
    }

    /// Adopts the app's options, before anything is read.
    func adopt(locksWhenIdle: Bool, promptsAutomatically: Bool) {
        (self.locksWhenIdle, self.promptsAutomatically) = (locksWhenIdle, promptsAutomatically)
        state.promptsAutomatically = promptsAutomatically
    }

    /// Records whether the system itself authenticates the user before it shows the app. The lock's own prompt then
    /// appears only on request, so that the user is not prompted twice in a row.
    package func note(isGuardedBySystem: Bool) {
        let new = promptsAutomatically && !isGuardedBySystem
        if new != state.promptsAutomatically { state.promptsAutomatically = new }
    }

    /// Restarts the idle time. Call it for each key, click and touch if the lock counts idle time
    /// (``LockPlatform/locksWhenIdle``); the views of `LatchkeyUI` do. Otherwise it does nothing.
    public func recordActivity() { timer?.recordActivity() }

    /// Locks if the current absence or the idle time has reached the timeout. The lock calls it at the timeout, unless
    /// the process is suspended then.
    public func lockIfTimedOut() {
        timer?.checkIdleTime()
        drainEvents()
        if reports.isTimedOut { send(.lockRequired, because: .absence) }
    }

    /// Locks immediately, as a manual lock: no biometric prompt appears automatically until the next unlock. Does
    /// nothing without a passcode.
    public func lockApp() { send(.lockRequested) }

    /// Locks immediately, for a reason other than a manual lock.
    public func requireLock() { send(.lockRequired) }

    /// Locks immediately, even a vault without a passcode, because this device cannot verify the required proof. Until
    /// `release()`, reading the vault again does not open it.
    package func withhold() {
        isWithheld = true
        // Without a vault there is no key; the first passcode creates both.
        if protection != .absent { send(.withheld) }
    }

    /// Lets a vault without a passcode open again.
    package func release() async {
        guard isWithheld else { return }
        isWithheld = false
        if protection == .open { await reload() }
    }

    /// Performs the work. Proofs that are given meanwhile wait for its end.
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

    /// Applies an event and its effects, after all earlier reports.
    func send(_ event: LockEvent, because cause: LockChange.Cause? = nil) {
        drainEvents()
        apply(event, because: cause ?? LockChange.Cause(event))
    }

    /// Applies the lifecycle's reports, in order.
    func drainEvents() {
        while let report = reports.next() {
            let wasActive = state.appState == .active
            apply(report.event, because: report.cause)
            // A user who returns uses the app.
            if case .becameActive = report.event, !wasActive { timer?.recordActivity() }
        }
        timer?.update()
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
        timer?.update()
        // C11: the user of such a prompt must see the app.
        if isLocked || state.appState == .background { for cancel in appPrompts.values { cancel() } }
        guard isLocked != wasLocked else { return }
        promptOutcome = nil
        for listener in listeners.values { listener.yield(LockChange(isLocked: isLocked, cause: cause)) }
    }

    func noteTimeout() {
        let new = vault.timeout ?? .immediately
        // Only if it has changed, so that views are not updated unnecessarily.
        if new != timeout { timeout = new }
    }

    func note(_ protection: VaultProtection) {
        self.protection = protection
        problem = nil
    }

    /// Updates the available biometrics.
    public func checkBiometricAvailability() async {
        // Without a store for the key, biometrics cannot be enabled.
        biometricType = vault.parts.biometrics == nil ? .none : await biometrics.biometricType
    }
}
