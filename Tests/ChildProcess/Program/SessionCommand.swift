import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession

/// `session refresh DIRECTORY SERVER COUNT`, `session die DIRECTORY SERVER`: restores and unlocks the session in the
/// directory, and prints the server's result. Then it refreshes COUNT times and prints `refreshed` for each. `die`
/// kills the process when the first new tokens have arrived, before they are stored.
struct SessionCommand {
    let arguments: [String]

    @MainActor func run() async throws {
        let directory = URL(fileURLWithPath: arguments[1])
        guard let server = ServerURL(arguments[2]), let right = Passcode("481920") else { exit(65) }
        let storage = try FileSecureStorage(
            directory: directory, key: .file(directory.appendingPathComponent("key")))
        let vault = Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: nil, installation: nil,
                policy: .destroySlots),
            parameters: try ScryptParameters(logN: 1, blockSize: 1, passes: 1))
        let transport = DyingTransport(dies: arguments[0] == "die")
        let auth = AuthService(
            api: LatchkeyClient(server: server, transport: transport, retries: .none), storage: storage, vault: vault,
            sessionLock: FileSessionLock(file: directory.appendingPathComponent("session.lock")), clock: LeapingClock())
        let model = SessionModel(
            auth: auth, lock: PasscodeService(vault: vault, biometrics: NoBiometrics(), reason: "Unlock the test."))
        await model.start()
        guard await model.unlock(with: right) == .unlocked else { exit(66) }
        Child.say(await model.confirmed().map { "\($0)" } ?? "no prompt")
        for _ in 0..<(Int(arguments[3]) ?? 0) {
            _ = try await model.sessions()
            Child.say("refreshed")
        }
    }
}

/// Kills the process when the response to a refresh arrives.
private struct DyingTransport: HTTPTransport {
    let dies: Bool
    let base = URLSessionTransport()

    func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
        let response = try await base.send(request)
        if dies, request.url.path == "/api/auth/refresh" { kill(getpid(), SIGKILL) }
        return response
    }
}

/// A clock that advances an hour per microsecond, so that every access token has expired at the next read.
private struct LeapingClock: Clock {
    struct Instant: InstantProtocol {
        let time: Duration
        func advanced(by duration: Duration) -> Self { Self(time: time + duration) }
        func duration(to other: Self) -> Duration { other.time - time }
        static func < (one: Self, other: Self) -> Bool { one.time < other.time }
    }

    private let start = ContinuousClock.now

    var now: Instant { Instant(time: start.duration(to: .now) * 3_600_000_000) }
    var minimumResolution: Duration { .seconds(3600) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
