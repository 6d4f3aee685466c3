public import LatchkeyBiometrics
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
    @ObservationIgnored private var isAsking = false
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
    public init(_ biometrics: some BiometricAuthProtocol, reason: String, texts: ScreenTexts) {
        (self.biometrics, self.reason, self.texts) = (biometrics, reason, texts)
    }

    /// Asks, unless it is open or somebody is being asked. Returns whether this opened it.
    @discardableResult
    public func open() async -> Bool {
        guard !isOpen, !isAsking else { return false }
        isAsking = true
        defer { isAsking = false }
        problem = nil
        let absences = absences
        type = await biometrics.biometricType
        let outcome = await biometrics.authenticateWithBiometricsOrDevicePasscode(reason: reason)
        guard absences == self.absences else { return false }
        switch outcome {
        case .authenticated: isOpen = true
        case .refused(let error) where error.isCancellation: break
        case .refused(let error): problem = error.text(in: texts.biometrics)
        }
        return isOpen
    }

    /// The app is in front: asks, but only once until it was away. A prompt that was dismissed makes the app active too, and
    /// must not come back by itself. Returns whether this opened it.
    @discardableResult
    public func becameActive() async -> Bool {
        guard mayAskByItself else { return false }
        mayAskByItself = false
        return await open()
    }

    /// The app is no longer in front: closes.
    public func enteredBackground() {
        (isOpen, mayAskByItself) = (false, true)
        absences += 1
    }
}
