internal import LatchkeyUI
public import Observation
#if canImport(Combine)
internal import Combine
#endif

/// The published properties of ``PasscodeService``.
///
/// A view that reads a property is drawn again when it changes, with or without `@ObservedObject`.
@MainActor
public class ObservedLock: Observable {
    let lock: any LockModel

    /// Whether there is a passcode. True until that is known.
    @Observed public var isPasscodeEnabled: Bool
    /// Whether a biometric match unlocks the app.
    @Observed public var isBiometricEnabled: Bool
    /// The kind of biometrics; `none` for a kind that the type does not distinguish.
    @Observed public var biometricType: PasscodeService.BiometricType
    /// Whether content must not be shown. True until the stored state was read.
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
