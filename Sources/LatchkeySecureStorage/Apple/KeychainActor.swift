#if canImport(Security) && canImport(LocalAuthentication)
internal import LatchkeyCore

/// Where a process's calls of the Keychain take turns, away from the main thread and from the threads that Swift's
/// tasks share: a call blocks for as long as another process takes to answer.
///
/// Global, because the Keychain is: two stores with one service name must not come between each other's steps.
@globalActor
actor KeychainActor {
    static let shared = KeychainActor()
    private static let executor = QueueExecutor("latchkey.keychain")

    nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }
}
#endif
