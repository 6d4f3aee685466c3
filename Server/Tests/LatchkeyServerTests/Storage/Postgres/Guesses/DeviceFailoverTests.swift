import Foundation
import LatchkeyPostgres
import LatchkeyTestSupport
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// A failover while devices are guessed at and shut: once, or `LATCHKEY_SOAK_ROUNDS` times.
@Suite(.serialized, .withPostgres)
struct DeviceFailoverTests {
    /// The effects in the responses to the clients.
    private struct Told: Sendable {
        var evaluations: [String: Int] = [:]
        var shut: Set<String> = []
        var undecided = 0
    }

    @Test("V19 a failover allows no extra attempt and restores no share", arguments: SeededGenerator.seeds(1))
    func aFailoverAllowsNoExtraAttemptAndRestoresNoShare(round: UInt64) async throws {
        let pair = try await Failover.pair()
        let seeding = try Failover.store(pair.url(), .none, timeout: .ample)
        let guessed = try await GuessedDevice.make(200, in: seeding)
        let lost = try await GuessedDevice.make(200, in: seeding)
        seeding.close()
        try pair.makeSynchronous()

        let told = Shared(Told())
        try await replacePrimary(of: pair, guessed, lost, told)

        let store = try Failover.store(pair.standby.url(), .none, timeout: .ample)
        let survivor = try await Guesser(store, log: GuessLog())
        let unlock = try survivor.deviceUnlock()
        for device in guessed {
            while try await device.guess(at: unlock) { told.change { $0.evaluations[device.id, default: 0] += 1 } }
            let key = try #require(try await store.read { try $0.unlockKeys.find(id: device.id) })
            #expect(told.value.evaluations[device.id, default: 0] <= 1, "round \(round)")
            #expect(key.failures == GuessedDevice.failures + 1)
        }
        for device in lost where told.value.shut.contains(device.id) {
            #expect(try await store.read { try $0.unlockKeys.find(id: device.id)?.isShut } == true, "round \(round)")
            #expect(try await !device.guess(at: unlock))
        }
        try await survivor.close()
    }

    /// Kills the primary while commits wait for the standby, and promotes it. Clients guess and shut meanwhile.
    private func replacePrimary(
        of pair: TestPair, _ guessed: [GuessedDevice], _ lost: [GuessedDevice], _ told: Shared<Told>
    ) async throws {
        var guessers: [Guesser] = []
        for _ in 0..<3 {
            let store = try Failover.store(pair.url(), .required, timeout: .milliseconds(150), beats: true)
            guessers.append(try await Guesser(store, log: GuessLog()))
        }
        let isOver = Shared(false)
        let clients = try guessers.flatMap { guesser in
            let unlock = try guesser.deviceUnlock()
            return [
                client(until: isOver, told, guessed) { device in
                    guard try await device.guess(at: unlock) else { return }
                    told.change { $0.evaluations[device.id, default: 0] += 1 }
                },
                client(until: isOver, told, lost) { device in
                    guard !told.value.shut.contains(device.id) else { return }
                    try await device.shut(in: guesser.store)
                    told.change { _ = $0.shut.insert(device.id) }
                },
            ]
        }
        func effects() -> Int { told.value.evaluations.count + told.value.shut.count }
        try await waitUntil("effects") { told.value.evaluations.count >= 20 && told.value.shut.count >= 20 }
        pair.holdReplication()
        try await waitUntil("undecided commit") { told.value.undecided >= 3 }
        let before = effects()
        pair.primary.kill(SIGKILL)
        try pair.promote()
        try await waitUntil("effects after the promotion") { effects() > before }
        isOver.change { $0 = true }
        for client in clients { try await client.value }
        for guesser in guessers { try await guesser.close() }
    }

    /// A client that visits the devices in turn.
    private func client(
        until isOver: Shared<Bool>, _ told: Shared<Told>, _ devices: [GuessedDevice],
        _ visit: @escaping @Sendable (GuessedDevice) async throws -> Void
    ) -> Task<Void, any Error> {
        Task {
            var turn = 0
            while !isOver.value {
                do {
                    try await visit(devices[turn % devices.count])
                } catch StoreError.undecided {
                    told.change { $0.undecided += 1 }
                } catch is StoreError {
                    // Unavailable: nothing has happened.
                }
                turn += 1
                try await Task.sleep(for: .milliseconds(15))
            }
        }
    }
}
