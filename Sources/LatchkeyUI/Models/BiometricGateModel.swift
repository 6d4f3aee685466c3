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
    /// The lock of the app that this is in, if it has one: its prompts and this one take turns, and this one does not count
    /// as leaving the app.
    @ObservationIgnored package var lock: LockStatus?
    @ObservationIgnored private var isAsking = false
    /// The prompt that is up, or waits to come up.
    @ObservationIgnored private var prompt: Task<BiometricOutcome?, Never>?
    /// How often the app was away: an answer from before counts no longer.
    @ObservationIgnored private var absences = 0
    /// Whether the next prompt may come up by itself: once at first, and after each return to the app.
    @ObservationIgnored private var mayAskByItself = true

    /// Closed.
    ///
    /// - Parameters:
    ///   - biometrics: Whom to ask.
    ///   - reason: What the prompt says, as a full sentence.
    ///   - texts: The language.
    ///   - lock: The app's lock, if it has one: while that is locked nobody is asked, two prompts never overlap, and the
    ///     time at this one does not count as time away. `.biometricLock` finds the lock of `.appLock` by itself.
    public init(
        _ biometrics: some BiometricAuthProtocol, reason: String, texts: ScreenTexts, lock: LockStatus? = nil
    ) {
        (self.biometrics, self.reason, self.texts, self.lock) = (biometrics, reason, texts, lock)
    }

    /// Whether the app's own lock is open, or there is none.
    public var isUnderOpenLock: Bool { lock?.isLocked != true }

    /// Asks, unless it is open or somebody is being asked. Returns whether this opened it.
    @discardableResult
    public func open() async -> Bool {
        guard !isOpen, !isAsking else { return false }
        isAsking = true
        defer { isAsking = false }
        problem = nil
        let absences = absences
        type = await biometrics.biometricType
        // Gone before the prompt came up: nobody is asked in the background.
        guard absences == self.absences else { return false }
        guard let outcome = await ask(), absences == self.absences else { return false }
        switch outcome {
        case .authenticated: isOpen = true
        case .refused(let error) where error.isCancellation: break
        case .refused(let error): problem = error.text(in: texts.biometrics)
        }
        return isOpen
    }

    /// Nil when nobody was asked, because the app is locked.
    private func ask() async -> BiometricOutcome? {
        let (biometrics, reason) = (biometrics, reason)
        let ask: @MainActor @Sendable () async -> BiometricOutcome = {
            await biometrics.authenticateWithBiometricsOrDevicePasscode(reason: reason)
        }
        let lock = lock
        let asking = Task { () -> BiometricOutcome? in
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

    /// The app is in front, and its own lock open: asks, but only once until it was away. A prompt that was dismissed makes the app active too, and
    /// must not come back by itself. Returns whether this opened it.
    @discardableResult
    public func becameActive() async -> Bool {
        guard mayAskByItself, isUnderOpenLock else { return false }
        mayAskByItself = false
        return await open()
    }

    /// The app is no longer in front: closes, and takes down the prompt that is up.
    public func enteredBackground() {
        (isOpen, mayAskByItself) = (false, true)
        prompt?.cancel()
        absences += 1
    }
}
