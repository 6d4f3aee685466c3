public import LatchkeyBiometrics
public import LatchkeyLock
public import Observation

/// A gate in front of content, opened by biometrics or the device passcode. It hides content without protecting data:
/// seal data in a vault for that.
@MainActor @Observable
public final class BiometricGateModel {
    /// Whether the content may be shown.
    public private(set) var isOpen = false
    /// The available kind of biometrics.
    public private(set) var type = BiometricType.none
    /// The reason that the gate did not open, or nil. A dismissed prompt is not reported.
    public var problem: String?

    @ObservationIgnored private let biometrics: any BiometricAuthProtocol
    @ObservationIgnored private let reason: String
    @ObservationIgnored private let texts: ScreenTexts
    @ObservationIgnored private let lockAfter: Duration
    @ObservationIgnored private let clock: any LockClock
    /// The time when the app went to the background with the gate open, or nil.
    @ObservationIgnored private var left: ClockReading?
    /// The app's lock, if it has one. Prompts then never overlap, and this model's prompt does not count as leaving the
    /// app.
    @ObservationIgnored package var lock: (any LockModel)?
    @ObservationIgnored private var isAsking = false
    /// The current or queued prompt.
    @ObservationIgnored private var prompt: Task<BiometricOutcome?, Never>?
    /// The number of absences: a response from before an absence is not valid.
    @ObservationIgnored private var absences = 0
    /// Whether the next prompt may appear automatically: once initially, and once after each return to the app.
    @ObservationIgnored private var mayPromptAutomatically = true

    /// Creates a closed gate.
    ///
    /// - Parameters:
    ///   - biometrics: Requests the match.
    ///   - reason: The text of the prompt, as a full sentence.
    ///   - texts: The texts in the user's language.
    ///   - lock: The app's lock, if it has one. No prompt then appears while the app is locked, prompts never overlap,
    ///     and the time at this prompt does not count as absence. `.biometricLock` finds the lock of `.appLock`
    ///     automatically.
    ///   - lockAfter: The time in the background after which the gate closes.
    ///   - clock: Measures the absence.
    public init(
        _ biometrics: some BiometricAuthProtocol, reason: String, texts: ScreenTexts, lock: (any LockModel)? = nil,
        lockAfter: Duration = .seconds(60), clock: some LockClock = SystemLockClock()
    ) {
        (self.biometrics, self.reason, self.texts, self.lock) = (biometrics, reason, texts, lock)
        (self.lockAfter, self.clock) = (lockAfter, clock)
    }

    /// Whether the app has no lock, or it is unlocked.
    public var isUnderOpenLock: Bool { lock?.isLocked != true }

    /// Shows the prompt, unless the gate is open or a prompt is shown. Returns whether this call opened the gate.
    @discardableResult
    public func open() async -> Bool {
        guard !isOpen, !isAsking else { return false }
        isAsking = true
        defer { isAsking = false }
        problem = nil
        let absences = absences
        type = await biometrics.biometricType
        // The app left before the prompt was shown: there is no prompt in the background.
        guard absences == self.absences else { return false }
        guard let outcome = await ask(), absences == self.absences else { return false }
        switch outcome {
        case .authenticated: isOpen = true
        case .rejected(let error) where error.isCancellation: break
        case .rejected(let error): problem = error.text(in: texts.biometrics)
        }
        return isOpen
    }

    /// Returns nil if there was no prompt, because the app is locked.
    private func ask() async -> BiometricOutcome? {
        let (biometrics, reason) = (biometrics, reason)
        let ask: @MainActor @Sendable () async -> BiometricOutcome = {
            await biometrics.authenticateWithBiometricsOrDevicePasscode(reason: reason)
        }
        let asking = Task { [lock] () -> BiometricOutcome? in
            guard let lock else { return await ask() }
            return await lock.prompt(ask)
        }
        self.prompt = asking
        defer { self.prompt = nil }
        return await withTaskCancellationHandler {
            await asking.value
        } onCancel: {
            asking.cancel()
        }
    }

    /// Reports that the app is in front and its own lock is open. Shows the prompt, once after each return to the app:
    /// dismissing a prompt also makes the app active, and must not show it again. Returns whether this call opened the
    /// gate.
    @discardableResult
    public func becameActive() async -> Bool {
        closeIfTimedOut()
        guard !isOpen, mayPromptAutomatically, isUnderOpenLock else { return false }
        mayPromptAutomatically = false
        return await open()
    }

    /// Reports that the app is in the background. Dismisses the prompt. The gate closes after the allowed absence,
    /// immediately if that is zero.
    public func enteredBackground() {
        mayPromptAutomatically = true
        prompt?.cancel()
        absences += 1
        guard isOpen else { return }
        // The first report counts: a repeated one must not shorten the absence.
        if left == nil { left = clock.reading() }
        if lockAfter <= .zero { closeIfTimedOut() }
    }

    /// Reports that the app returns. Closes the gate if the absence was too long or is in doubt.
    public func closeIfTimedOut() {
        guard let left else { return }
        self.left = nil
        if clock.reading().hasReached(lockAfter, since: left) { isOpen = false }
    }
}
