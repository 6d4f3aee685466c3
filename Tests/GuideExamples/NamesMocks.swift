import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeySecureStorage
import LatchkeyTestSupport

/// The mocks record calls, and fail once when instructed.
func runMocks() async throws -> (forgotten: Bool, offered: Bool, calls: Int) {
    let secureStorage = MockSecureStorage()
    try await secureStorage.save("token", for: "authToken")
    await secureStorage.failNext(with: .locked, on: .load)
    let token: String? = try? await secureStorage.load(for: "authToken")

    let biometricAuth = MockBiometricAuth(.faceID)
    await biometricAuth.failNext(with: .userCanceled)
    let outcome = await biometricAuth.authenticate(reason: "Unlock your secure notes.")

    let mock = MockAppLifecycle()
    _ = mock.onForeground {}
    await mock.simulateBackground()
    await mock.simulateForeground()
    return (token == nil, outcome == .authenticated, mock.registrations.count)
}
