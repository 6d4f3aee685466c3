public import LatchkeyBiometrics
public import LatchkeyLock
public import Observation

/// Content behind a question to the system: biometrics or the device's own passcode. It hides content and protects no
/// data: what must stay closed is sealed in a vault.
@MainActor @Observable
public final class BiometricGateModel {
    /// Whether the content may be seen.
    public private(set) var isOpen = false
    /// What the system knows to ask for.
    public private(set) var type = BiometricType.none
    /// Why it did not open, or nil: dismissing the prompt is nothing to tell.
    public var problem: String?

    @ObservationIgnored private let biometrics: any BiometricAuthProtocol
    @ObservationIgnored private let reason: String
    @ObservationIgnored private let texts: ScreenTexts
    @ObservationIgnored private let lockAfter: Duration
    @ObservationIgnored private let clock: any LockClock
    /// When the app went to the background with the gate open, or nil.
    @ObservationIgnored private var left: ClockReading?
    /// The lock of the app, if it has one: prompts never overlap, and this model's prompt does not count as leaving the
    /// app.
    @ObservationIgnored package var lock: (any LockModel)?
    @ObservationIgnored private var isAsking = false
    /// The prompt that is up, or waits to come up.
    @ObservationIgnored private var prompt: Task<BiometricOutcome?, Never>?
    /// How often the app was away: an earlier answer no longer counts.
    @ObservationIgnored private var absences = 0
    /// Whether the next prompt may come up by itself: once at first, and after each return to the app.
    @ObservationIgnored private var mayAskByItself = true

    /// Closed.
    ///
    /// - Parameters:
    ///   - biometrics: Asks for the match.
    ///   - reason: What the prompt says, as a full sentence.
    ///   - texts: The language.
    ///   - lock: The app's lock, if it has one: no prompt appears while the app is locked, two prompts never overlap,
    ///     and the time at this one does not count as time away. `.biometricLock` finds the lock of `.appLock` by
    ///     itself.
    ///   - lockAfter: How long the app may be in the background before the gate closes.
    ///   - clock: Measures the absence.
    public init(
        _ biometrics: some BiometricAuthProtocol, reason: String, texts: ScreenTexts, lock: (any LockModel)? = nil,
        lockAfter: Duration = .seconds(60), clock: some LockClock = SystemLockClock()
    ) {
        (self.biometrics, self.reason, self.texts, self.lock) = (biometrics, reason, texts, lock)
        (self.lockAfter, self.clock) = (lockAfter, clock)
    }

    /// Whether the app has no lock of its own, or it is open.
    public var isUnderOpenLock: Bool { lock?.isLocked != true }

    /// Asks, unless the gate is open or a prompt is up. Returns whether this call opened it.
    @discardableResult
    public func open() async -> Bool {
        guard !isOpen, !isAsking else { return false }
        isAsking = true
        defer { isAsking = false }
        problem = nil
        let absences = absences
        type = await biometrics.biometricType
        // Gone before the prompt came up: there is no prompt in the background.
        guard absences == self.absences else { return false }
        guard let outcome = await ask(), absences == self.absences else { return false }
        switch outcome {
        case .authenticated: isOpen = true
        case .refused(let error) where error.isCancellation: break
        case .refused(let error): problem = error.text(in: texts.biometrics)
        }
        return isOpen
    }

    /// Nil when there was no prompt, because the app is locked.
    private func ask() async -> BiometricOutcome? {
        let (biometrics, reason) = (biometrics, reason)
        let ask: @MainActor @Sendable () async -> BiometricOutcome = {
            await biometrics.authenticateWithBiometricsOrDevicePasscode(reason: reason)
        }
        let service = lock?.service
        let asking = Task { () -> BiometricOutcome? in
            guard let service else { return await ask() }
            return await service.prompt(ask)
        }
        self.prompt = asking
        defer { self.prompt = nil }
        return await withTaskCancellationHandler {
            await asking.value
        } onCancel: {
            asking.cancel()
        }
    }

    /// The app is in front and its own lock is open: asks, once for each return to the app. Dismissing a prompt makes
    /// the app active too, and must not bring the prompt back. Returns whether this call opened it.
    @discardableResult
    public func becameActive() async -> Bool {
        closeIfTimedOut()
        guard !isOpen, mayAskByItself, isUnderOpenLock else { return false }
        mayAskByItself = false
        return await open()
    }

    /// The app is no longer in front: takes down the prompt that is up. The gate closes once the app was away for the
    /// time that it may be, or at once where it may not.
    public func enteredBackground() {
        mayAskByItself = true
        prompt?.cancel()
        absences += 1
        guard isOpen else { return }
        // The first report counts: a repeated one must not shorten the absence.
        if left == nil { left = clock.reading() }
        if lockAfter <= .zero { closeIfTimedOut() }
    }

    /// The app comes back: closes the gate if the app was away for too long, or for a time that is in doubt.
    public func closeIfTimedOut() {
        guard let left else { return }
        self.left = nil
        if clock.reading().hasReached(lockAfter, since: left) { isOpen = false }
    }
}
