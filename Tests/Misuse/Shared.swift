// The code of the requirement documents, in an app that imports only LatchkeyShared. `scripts/check misuse` compiles it
// outside the package. Each marked line must be an error that names a replacement, and no other line may be one.
import LatchkeyShared

/// The calls of the core service.
@MainActor
func useTheCoreService() async {
    let passcodeService = PasscodeService.shared
    await passcodeService.loadState()
    await passcodeService.checkBiometricAvailability()
    _ = await passcodeService.setPasscode("123456")
    if await passcodeService.verifyPasscode("123456") { _ = await passcodeService.removePasscode() }
    _ = await passcodeService.setBiometric(enabled: true)
    let result = await passcodeService.authenticateWithBiometric()
    switch result {
    case .success: break
    case .failure(.incorrectPasscode), .failure(.biometricNotAvailable), .failure(.biometricCancelled): break
    case .failure(.biometricFailed(let text)): _ = text.isEmpty
    }
    switch passcodeService.biometricType {
    case .none, .touchID, .faceID: _ = passcodeService.biometricType.displayName
    }
    passcodeService.lockApp()
    if passcodeService.shouldLockOnForeground(backgroundDuration: 10) { passcodeService.lockApp() }
    for await isLocked in passcodeService.$isLocked where isLocked { break }
    passcodeService.unlockApp()  // rejected
    passcodeService.isLocked = false  // rejected
    passcodeService.isPasscodeEnabled = false  // rejected
}

/// The calls of the Keychain manager.
@MainActor
func useTheKeychainManager() async throws {
    let keychain = KeychainManager.shared
    try await keychain.set("token", forKey: "session", accessibility: .whenUnlocked)
    _ = try await keychain.get(forKey: "session")
    try await keychain.delete(forKey: "session")
    _ = keychain.isPasscodeEnabled() && keychain.isBiometricEnabled()
    _ = await keychain.clearPasscodeData()
    try await keychain.clearAll()
    keychain.setPasscodeHash("")  // rejected
    _ = keychain.getPasscodeHash()  // rejected
    keychain.setPasscodeSalt("")  // rejected
    _ = keychain.getPasscodeSalt()  // rejected
    keychain.setPasscodeEnabled(true)  // rejected
    keychain.setBiometricEnabled(true)  // rejected
}

/// The singletons and states of the master plan.
@MainActor
func useTheMasterPlan() async {
    _ = await AuthManager.shared.signIn(with: .idToken(""))
    switch AppState.shared.authState {
    case .loading, .unauthenticated, .passcodeSetup, .locked, .authenticated: break
    }
    _ = AppState.shared.currentUser?.hasPasscode
}

/// The calls of the biometric session.
@MainActor
func useTheBiometricSession() async throws {
    let keychain = KeychainManager.shared
    try await keychain.saveTokens(accessToken: "", refreshToken: "")
    try await keychain.saveBiometricTokens(accessToken: "", refreshToken: "")
    if try await keychain.hasBiometricTokens() { _ = try await keychain.getBiometricAccessToken() }
    _ = try await keychain.getBiometricRefreshToken()
    try await keychain.clearBiometricTokens()
    let biometricService = BiometricService.shared
    guard biometricService.canUseBiometrics() else { return }
    _ = "Activer \(biometricService.biometryDisplayName) ?"
    do { _ = try await biometricService.authenticate() } catch BiometricError.cancelled {
        return
    }
    let appState = AppState.shared
    await appState.checkAuthState()
    if appState.shouldPromptBiometricEnrollment() { _ = await appState.enableBiometric() }
    _ = await appState.disableBiometric()
    _ = await appState.logout()
    await appState.enableBiometric()  // rejected
    await appState.disableBiometric()  // rejected
    await appState.logout()  // rejected
    appState.biometricEnabled = true  // rejected
    try await appState.login(email: "", password: "")  // rejected
    _ = AuthService.self  // rejected
    _ = UserInfo.self  // rejected
}

/// The calls of the biometric guide.
@MainActor
func useTheBiometricGuide() async throws {
    let manager = BiometricAuthManager.shared
    switch manager.biometricType {
    case .none, .touchID, .faceID, .opticID: _ = manager.biometricType.displayName
    }
    _ = manager.isBiometricAvailable && manager.canUseBiometricOrPasscode && manager.hasTouchID
    _ = manager.checkBiometricStatus()
    _ = await manager.authenticateWithBiometrics(reason: "Open it.")
    switch await manager.authenticateWithBiometricsOrPasscode(reason: "Open it.") {
    case .success: break
    case .failure(.userCancel), .failure(.systemCancel): break
    case .failure(let error): _ = error.localizedDescription
    }
    let lockManager = AppLockManager()
    lockManager.handleBackgroundTransition()
    lockManager.handleForegroundTransition()
    if lockManager.isLocked { _ = await lockManager.unlock(reason: "Open it.") }
    lockManager.isLocked = false  // rejected
}

/// The calls of the infrastructure.
@MainActor
func useTheInfrastructure() {
    let lifecycle = AppLifecycleManager.shared
    lifecycle.onForeground {}
    lifecycle.onBackground {}
    lifecycle.updateState(.active)
    switch lifecycle.currentState {
    case .active, .inactive, .background: break
    }
}
