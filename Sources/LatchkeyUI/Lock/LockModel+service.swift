package import LatchkeyLock
internal import LatchkeySession

extension LockModel {
    /// The library's lock, which counts idle time and shows prompts; nil for the app's own lock.
    package var service: PasscodeService? { self as? PasscodeService ?? (self as? SessionModel)?.lock }

    /// Shows a system prompt of the app, never at the same time as one of the library's own lock.
    public func prompt<Value: Sendable>(
        _ ask: @escaping @MainActor @Sendable () async -> Value
    ) async -> Value? {
        guard let service else { return await ask() }
        return await service.prompt(ask)
    }
}
