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
    return AppLock.account(
        LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage)), server: server,
        reason: "Preview the lock.", turns: InProcessSessionTurns())
}

#Preview("Sign in") {
    if let session = previewSession() { SignInView(model: SignInModel(session, texts: .english)) }
}

@available(iOSApplicationExtension, unavailable)
#Preview("Session, no one signed in") {
    if let session = previewSession() { SessionView(session, texts: .english) { Text(verbatim: "The app") } }
}

#Preview("Passcode offer") {
    if let session = previewSession() { PasscodeOfferView(session, texts: .english) }
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
