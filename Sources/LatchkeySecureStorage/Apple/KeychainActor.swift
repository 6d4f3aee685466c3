#if canImport(Security) && canImport(LocalAuthentication)
/// Where a process's calls of the Keychain take turns, away from the main thread.
///
/// Global, because the Keychain is: two stores with one service name must not come between each other's steps.
@globalActor
actor KeychainActor {
    static let shared = KeychainActor()
}
#endif
