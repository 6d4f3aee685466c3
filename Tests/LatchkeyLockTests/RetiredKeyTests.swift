import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// The deletion of the server's key of a replaced passcode slot.
struct RetiredKeyTests {
    /// A change after which the vault does not require the server.
    enum Change: CaseIterable {
        case stopRequiring, removePasscode, recover

        func make(_ vault: Vault) async throws {
            switch self {
            case .stopRequiring:
                await vault.setUnlockPolicy(.offline)
                try await vault.renewPasscodeSlot(.right)
            case .removePasscode: _ = try await vault.removePasscode(.right)
            case .recover: _ = try await vault.recover(with: .test, setting: nil)
            }
        }
    }

    /// A failure of the first deletion.
    enum Failure: CaseIterable {
        case none, lostRequest, lostResponse

        func order(on server: InMemoryUnlockServer) async {
            switch self {
            case .none: break
            case .lostRequest: await server.failNext(with: .unreachable, on: .remove)
            case .lostResponse: await server.loseNextResponse(to: .remove)
            }
        }
    }

    @Test("C8 C15 no crash leaves a replaced key on the server", arguments: Change.allCases, Failure.allCases)
    func noCrashLeavesAReplacedKeyOnTheServer(change: Change, failure: Failure) async throws {
        for writes in 0..<20 {
            let server = InMemoryUnlockServer()
            let device = Device(server: server)
            let vault = try await device.serverVault()
            let copy = device.storage.with { $0.records }
            await failure.order(on: server)
            let before = device.storage.writes
            device.storage.with { $0.writesUntilDeath = before + writes }
            try? await change.make(vault)
            await vault.keyRemoval?.value
            let isWhole = device.storage.writes < before + writes
            device.storage.with { $0.writesUntilDeath = nil }
            let next = device.vault()
            await next.removeRetiredKey()
            await next.keyRemoval?.value
            let header = try await next.requireHeader()
            let stored = header.passcode?.share.map { [$0.id] } ?? []
            #expect(header.retired == nil, "after \(writes)")
            #expect(await server.activeKeys == stored, "after \(writes)")
            if isWhole {
                #expect(writes >= 2 && stored.isEmpty)
                device.storage.with { $0.records = copy }
                await #expect(throws: VaultError.unlockServer(.unknownDevice)) {
                    try await device.vault().unlock(with: .right)
                }
                return
            }
        }
        Issue.record("never ends")
    }

    @Test func nextRegistrationDeletesTheReplacedKeyFirst() async throws {
        let server = InMemoryUnlockServer()
        let vault = try await Device(server: server).serverVault()
        await Failure.lostRequest.order(on: server)
        try await Change.stopRequiring.make(vault)
        await vault.keyRemoval?.value
        // No other change of the vault discards it.
        try await vault.setTimeout(.oneHour)
        await vault.setUnlockPolicy(.serverRequired)
        await Failure.lostRequest.order(on: server)
        await #expect(throws: VaultError.unlockServer(.unreachable)) { try await vault.renewPasscodeSlot(.right) }
        #expect(await server.calls.last == .remove)
        try await vault.renewPasscodeSlot(.right)
        let last = await server.calls.suffix(3)
        #expect(Array(last) == [InMemoryUnlockServer.Call.remove, .register, .confirm])
        let header = try await vault.requireHeader()
        let id = try #require(header.passcode?.share?.id)
        #expect(header.retired == nil)
        #expect(await server.activeKeys == [id])
        #expect(try await vault.unlock(with: .right) == .unlocked)
    }

    @Test("C4 vault with a cut-off replaced key is damaged")
    func vaultWithACutOffReplacedKeyIsDamaged() async throws {
        let server = InMemoryUnlockServer()
        let vault = try await Device(server: server).serverVault()
        await Failure.lostRequest.order(on: server)
        try await Change.stopRequiring.make(vault)
        let header = try await vault.requireHeader()
        #expect(header.retired != nil)
        #expect(try VaultHeader(bytes: header.bytes) == header)
        let body = Array(header.bytes.dropLast(32))
        for count in body.indices {
            #expect(throws: VaultError.self) { try VaultHeader(bytes: Checksummed.frame(Array(body.prefix(count)))) }
        }
    }
}
