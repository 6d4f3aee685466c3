#if canImport(SwiftUI) && canImport(LocalAuthentication) && DEBUG
internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyBiometrics
internal import LatchkeyLock
internal import LatchkeyPasscode
internal import LatchkeySecureStorage
internal import LatchkeySession
internal import SwiftUI

/// A session in a state, for previews: in memory, without a server.
struct PreviewSession<Content: View>: View {
    let state: SessionModel.State
    var biometrics = BiometricType.none
    var policy = User.Policy.unrestricted
    @ViewBuilder let content: (SessionModel) -> Content
    @State private var session: SessionModel?

    var body: some View {
        ZStack {
            if let session { content(session) }
        }
        .task {
            if session == nil { session = await previewSession(in: state, biometrics, policy) }
        }
    }
}

@MainActor
private func previewSession(
    in state: SessionModel.State, _ biometrics: BiometricType, _ policy: User.Policy
) async -> SessionModel? {
    guard let server = ServerURL("http://127.0.0.1:9"), let passcode = Passcode("481920") else { return nil }
    let levels = SecureStorageAccess.withoutMatch.union([.biometry(.currentEnrolment)])
    let storage = InMemorySecureStorage(supporting: levels)
    let reader = PreviewBiometrics(type: biometrics)
    let platform = LockPlatform(
        storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: reader,
        biometricKey: StoredBiometricKey(storage: storage, biometrics: reader))
    let session = AppLock.account(
        platform, api: LatchkeyClient(server: server, transport: PreviewTransport(policy: policy)),
        reason: "Preview the lock.", sessionLock: InProcessSessionLock())
    guard state != .loading else { return session }
    await session.start()
    guard state != .signedOut else { return session }
    _ = await session.signIn(with: .code("2345-6789", email: PreviewTransport.email))
    guard state != .offeringPasscodeSetup else { return session }
    _ = await session.setPasscode(passcode)
    if state == .locked { _ = await session.lockNow() }
    return session
}

/// Biometrics that always match.
private struct PreviewBiometrics: BiometricAuthProtocol {
    let type: BiometricType

    func status() async throws(BiometricAuthError) -> BiometricType {
        guard type != .none else { throw .notAvailable }
        return type
    }

    func authenticate(reason: String) async -> BiometricOutcome {
        type == .none ? .rejected(.notAvailable) : .authenticated
    }

    func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome { .authenticated }
}

/// A server in memory. Signing in finds an account without a passcode, and any passcode can be set.
private struct PreviewTransport: HTTPTransport {
    static let email = "ada@example.org"

    let policy: User.Policy

    func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
        switch request.url.lastPathComponent {
        case "verify": try makeResponse(hasPasscode: false)
        case "set-passcode", "verify-passcode", "refresh": try makeResponse(hasPasscode: true)
        default: throw .notConnected
        }
    }

    private func makeResponse(hasPasscode: Bool) throws(HTTPTransportError) -> TransportResponse {
        let user = User(
            id: "preview", email: Self.email, hasPasscode: hasPasscode, passcodeEnabled: hasPasscode,
            passcodeTimeoutMinutes: 15, locked: false, language: "en", policy: policy)
        let response = SessionResponse(
            accessToken: "access", accessExpiresIn: 900, refreshToken: "refresh", refreshExpiresIn: 2_592_000,
            user: user, recoveryKey: hasPasscode ? Data(count: 32).base64EncodedString() : nil)
        guard let body = try? WireFormat.makeEncoder().encode(response) else { throw .notConnected }
        return TransportResponse(status: 200, body: body)
    }
}
#endif
