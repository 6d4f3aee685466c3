#if canImport(Security) && canImport(LocalAuthentication)
internal import LatchkeyCore

/// The global actor of a process's Keychain calls. A call blocks until another process responds, so it runs on neither
/// the main thread nor the threads of Swift's tasks.
///
/// Global, because the Keychain is: the steps of two stores with one service name must not interleave.
@globalActor
actor KeychainActor {
    static let shared = KeychainActor()
    private static let executor = QueueExecutor("latchkey.keychain")

    nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }
}
#endif
