import ChildProcess
import Foundation
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLock

/// Attempts of concurrent and killed processes on one file storage.
struct ProcessTests {
    private let directory: TemporaryDirectory
    private let vault: Vault

    init() async throws {
        directory = try TemporaryDirectory()
        let storage = try FileSecureStorage(
            directory: directory.url, key: .file(directory.url.appendingPathComponent("key")))
        let parts = Vault.Parts(
            storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: nil, installation: nil,
            policy: .destroySlots)
        vault = Vault(parts, parameters: try ScryptParameters(logN: 1, blockSize: 1, passes: 1))
        try await vault.create(.passcode(.right))
        try await vault.setRecoveryKey(.test)
        vault.lock()
    }

    private func evaluations(_ child: ChildProcess) throws -> Int {
        var count = 0
        while let line = child.nextLine() { count += line == "evaluated" ? 1 : 0 }
        // Reaps the process now. An unreaped older process would hide the end of an exit test in another suite.
        _ = try child.waitForChange()
        return count
    }

    @Test("C2 three concurrent processes never exceed the attempt limit")
    func threeConcurrentProcessesNeverExceedTheAttemptLimit() async throws {
        let children = try (0..<3).map { _ in try ChildProcess(["lock", "guess", directory.url.path, "1000000"]) }
        let total = try children.map(evaluations).reduce(0, +)
        #expect(total == 10)
        #expect(try await vault.prepare() == .awaitingRecovery)
        #expect(try await vault.unlock(with: .right) == .exhausted)
        #expect(try await vault.recover(with: .test, setting: .other))
    }

    @Test("C2 a killed process gets no free attempts")
    func aKilledProcessGetsNoFreeAttempts() async throws {
        var total = 0
        for _ in 0..<14 {
            let child = try ChildProcess(["lock", "die", directory.url.path])
            total += try evaluations(child)
        }
        #expect(total == 10)
        #expect(try await vault.prepare() == .awaitingRecovery)
    }
}
