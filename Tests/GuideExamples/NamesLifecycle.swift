import LatchkeyLifecycle

/// Registrations. Each returns a registration, which ends it when it is cancelled.
func followLifecycle(
    _ lifecycle: some AppLifecycleProtocol, refresh: @escaping @Sendable () async -> Void,
    saveState: @escaping @Sendable () async -> Void
) -> [LifecycleRegistration] {
    [
        lifecycle.onForeground { await refresh() },
        lifecycle.onBackground { await saveState() },
    ]
}
