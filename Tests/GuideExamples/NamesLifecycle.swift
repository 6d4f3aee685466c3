import LatchkeyLifecycle

/// Registers handlers. Cancel the returned registration to remove a handler.
func followLifecycle(
    _ lifecycle: some AppLifecycleProtocol, refresh: @escaping @Sendable () async -> Void,
    saveState: @escaping @Sendable () async -> Void
) -> [LifecycleRegistration] {
    [
        lifecycle.onForeground { await refresh() },
        lifecycle.onBackground { await saveState() },
    ]
}
