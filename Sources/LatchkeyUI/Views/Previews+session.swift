#if canImport(SwiftUI) && canImport(LocalAuthentication) && DEBUG
internal import LatchkeyAPI
internal import LatchkeyBiometrics
internal import LatchkeyLock
internal import LatchkeySecureStorage
internal import LatchkeySession
internal import SwiftUI

/// A session with nothing behind it, for previews.
@MainActor
private func previewSession() -> SessionModel? {
    guard let server = ServerURL("http://127.0.0.1:9") else { return nil }
    let storage = InMemorySecureStorage()
    let parts = Vault.Parts(
        storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: nil, installation: nil,
        policy: .destroySlots)
    let vault = Vault(parts)
    let client = LatchkeyClient(server: server, transport: URLSessionTransport())
    return SessionModel(
        auth: AuthService(api: client, storage: storage, vault: vault, turns: InProcessSessionTurns()),
        lock: PasscodeService(vault: vault, biometrics: NoBiometrics(), reason: "Preview the lock."))
}

#Preview("Sign in") {
    if let session = previewSession() { SignInView(model: SignInModel(session, texts: .english)) }
}

#Preview("Forgot passcode") {
    if let session = previewSession() {
        ResetPasscodeView(model: ResetPasscodeModel(session, texts: .english), onDone: {}, onCancel: {})
    }
}

#Preview("Biometric lock") {
    Text(verbatim: "Open").biometricLock(reason: "Preview the lock.", biometrics: NoBiometrics())
}
#endif
