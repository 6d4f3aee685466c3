internal import LatchkeyUI
public import Observation
#if canImport(Combine)
internal import Combine
#endif

/// What ``PasscodeService`` publishes of the lock.
///
/// A view that reads a property is drawn again when it changes, with `@ObservedObject` and without.
@MainActor
public class ObservedLock: Observable {
    let lock: any LockModel

    /// Whether there is a passcode. True until that is known.
    @Observed public var isPasscodeEnabled: Bool
    /// Whether a biometric match opens the app.
    @Observed public var isBiometricEnabled: Bool
    /// The kind of biometrics, as far as the document has a name for it.
    @Observed public var biometricType: PasscodeService.BiometricType
    /// Whether content must not be shown. True until what is stored was read.
    @Observed public var isLocked: Bool

    #if canImport(Combine)
    // Proof for `nonisolated(unsafe)`: it is set once, and only this object sends, on the main actor.
    nonisolated(unsafe) let publisher = ObservableObjectPublisher()
    var isPublishing = false
    #endif

    init(_ lock: any LockModel) {
        self.lock = lock
        _isPasscodeEnabled = Observed { lock.isPasscodeEnabled }
        _isBiometricEnabled = Observed { lock.isBiometricEnabled }
        _biometricType = Observed { PasscodeService.BiometricType(lock.biometricType) }
        _isLocked = Observed { lock.access != .unlocked && lock.access != .unprotected }
    }
}
