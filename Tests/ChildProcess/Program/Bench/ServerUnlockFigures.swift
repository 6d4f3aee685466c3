import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession

/// The duration of an unlock that requires a server on the same machine, compared with an unlock without one.
@MainActor
struct ServerUnlockFigures {
    let directory: URL
    private let clock = ContinuousClock()

    init(directory: URL) { self.directory = directory }

    func measure() async throws -> [Figure] {
        let server = try ServerProcess(["LATCHKEY_UNLOCK": "server"])
        guard let url = ServerURL(server.url), let passcode = Passcode("593072") else { exit(70) }
        let api = LatchkeyClient(server: url, transport: URLSessionTransport())
        let (online, offline) = (
            directory.appendingPathComponent("online"), directory.appendingPathComponent("offline")
        )
        try await register(passcode, with: server, api, in: online)
        // The slot's token suffices to unlock.
        let vault = try Vault.bench(online, server: SessionUnlockServer(api: api))
        guard try await vault.requiresServer() else { exit(70) }
        let required = PasscodeService(vault: vault, biometrics: NoBiometrics(), reason: "Unlock the bench")
        let plain = PasscodeService(
            vault: try Vault.bench(offline), biometrics: NoBiometrics(), reason: "Unlock the bench")
        await required.start()
        await plain.start()
        guard await plain.setPasscode(passcode) == .done else { exit(70) }
        let ratio = try await Rounds(count: 31).ratio {
            await unlock(required, passcode)
        } to: {
            await unlock(plain, passcode)
        }
        try server.stop()
        return [Figure("unlock with a server ÷ unlock offline", ratio: ratio, bar: 1.25)]
    }

    /// Signs in and sets the passcode.
    private func register(
        _ passcode: Passcode, with server: ServerProcess, _ api: LatchkeyClient, in directory: URL
    ) async throws {
        let storage = try FileSecureStorage(directory: directory, key: .file(directory.appendingPathComponent("key")))
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let session = AppLock.account(
            platform, api: api, reason: "Unlock the bench", sessionLock: InProcessSessionLock())
        await session.start()
        let email = "ada@example.org"
        try await session.requestMagicLink(email: email)
        let code = try await server.takeCode(to: email, from: .signIn)
        guard await session.signIn(with: .code(code, email: email)) == .signedIn,
            await session.setPasscode(passcode) == .done
        else { exit(70) }
    }

    private func unlock(_ service: PasscodeService, _ passcode: Passcode) async -> Duration {
        service.lockApp()
        return await clock.measure { guard await service.unlock(with: passcode) == .unlocked else { exit(70) } }
    }
}
