package import LatchkeyLock
internal import LatchkeySession

extension LockModel {
    /// The library's lock, which counts idle time and shows prompts; nil for the app's own lock.
    package var service: PasscodeService? { self as? PasscodeService ?? (self as? SessionModel)?.lock }
}
