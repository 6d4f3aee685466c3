import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession

/// Crash recovery: the process is killed after each write of each operation, and restarted.
@MainActor struct CrashTests {
    enum Operation: String, CaseIterable, CustomTestStringConvertible {
        case signInAndSetPasscode, signInAndSetUpLater, newDevice, refresh, unlock, change, disable, enable
        case recovery, reset, changedElsewhere, signOut, lockManually
        var testDescription: String { rawValue }
        /// Returns whether the session survives a crash during the operation, which for some depends on its reported
        /// success.
        func keepsSession(wasTold: Bool) -> Bool {
            switch self {
            case .refresh, .unlock, .disable, .enable, .lockManually: true
            case .change: wasTold
            default: false
            }
        }
    }

    @Test(
        "C1 C8 a crash after any write loses no token or note",
        arguments: Operation.allCases)
    func aCrashAfterAnyWriteLosesNoTokenOrNote(_ operation: Operation) async throws {
        for writes in 0..<100 {
            let device = Device()
            let note = await Self.prepare(operation, device)
            let storage = CrashingSecureStorage(device.storage, afterWrites: writes)
            let app = device.app(on: storage)
            await app.launch()
            if app.model.state == .locked, operation != .signOut {
                let outcome = await app.model.unlock(with: .right)
                // Excluded from the crash, which is tested for the operation.
                if outcome == .unlocked, operation != .changedElsewhere { _ = await app.model.confirmed() }
            }
            let wasTold = await Self.run(operation, app, device)
            await app.model.logout?.value
            let isDone = await !storage.hasCrashed
            let goesOn = operation.keepsSession(wasTold: wasTold)
            try await Self.findWayOut(device, note: note, of: operation, after: writes, goesOn)
            if isDone { return #expect(writes > 2, "the table must not be empty") }
        }
        Issue.record("never ends")
    }

    private static func prepare(_ operation: Operation, _ device: Device) async -> Data? {
        switch operation {
        case .signInAndSetPasscode, .signInAndSetUpLater: return nil
        case .newDevice:
            await device.server.change {
                $0.passcode = "481920"
                $0.isEnabled = true
            }
            return nil
        case .enable:
            let (app, note) = await device.ready()
            _ = await app.model.disablePasscode(confirming: .right)
            return note
        case .recovery, .reset:
            let (app, note) = await device.ready()
            await app.model.signInAgain()
            if operation == .recovery { await device.server.change { $0.passcode = "730416" } }
            return note
        case .changedElsewhere:
            let (_, note) = await device.ready()
            await device.server.change { $0.passcode = "730416" }
            return note
        default: return await device.ready().note
        }
    }

    /// Returns whether success was reported to the user.
    private static func run(_ operation: Operation, _ app: App, _ device: Device) async -> Bool {
        let model = app.model
        switch operation {
        case .signInAndSetPasscode:
            await app.signIn()
            _ = await model.setPasscode(.right)
        case .signInAndSetUpLater:
            await app.signIn()
            _ = await model.setUpLater()
        case .newDevice:
            await app.signIn()
            _ = await model.unlock(with: .right)
        case .refresh:
            for _ in 1...3 {
                device.clock.advance(by: .seconds(900))
                _ = await app.call()
            }
        case .unlock: break
        case .change: return await model.changePasscode(from: .right, to: .other) == .done
        case .disable: _ = await model.disablePasscode(confirming: .right)
        case .enable: _ = await model.enablePasscode(.right)
        case .recovery:
            await app.signIn()
            _ = await model.unlock(with: .other)
        case .reset:
            await app.signIn()
            _ = await model.resetPasscode(with: .code("reset", email: "ada@example.org"), to: .other)
        case .changedElsewhere:
            _ = await model.confirmed()
            _ = await model.unlock(with: .other)
        case .signOut: _ = await model.signOut()
        case .lockManually: _ = await model.lockNow()
        }
        return true
    }

    /// Recovers like a user who knows both passcodes and can read the emails.
    private static func findWayOut(
        _ device: Device, note: Data?, of operation: Operation, after writes: Int, _ goesOn: Bool
    ) async throws {
        let where_ = Comment(rawValue: "\(operation) after \(writes) writes")
        await device.server.forgetCalls()
        let left = try await SessionStore(storage: device.storage).load()
        let app = await device.launched()
        _ = await app.model.confirmed()
        #expect(app.model.problem == nil, where_)
        if operation == .signOut, left?.sealedRefreshToken == nil {
            #expect(app.model.state == .signedOut && app.lock.protection == .absent, where_)
        }
        var current = Passcode.right
        if await device.server.accounts["ada@example.org"]?.passcode == "730416" { current = .other }
        for _ in 1...6 where app.model.state != .ready {
            switch app.model.state {
            case .signedOut: await app.signIn()
            case .offeringPasscodeSetup: _ = await app.model.setUpLater()
            case .locked:
                var outcome = await app.model.unlock(with: current)
                if outcome == .failed(.formerPasscodeNeeded) {
                    outcome = await app.model.openVault(knownAs: .right, now: current)
                }
                if case .wrong = outcome {
                    // This device had another passcode, which the owner remembers.
                    if await app.model.unlock(with: .right) != .unlocked { await app.model.signInAgain() }
                }
                _ = await app.model.confirmed()
            case .loading, .ready: break
            }
        }
        _ = await app.model.confirmed()
        #expect(app.model.state == .ready, where_)
        if goesOn { #expect(await !device.server.calls.contains("sign-in"), where_) }
        // The device's lock state matches the account's.
        #expect(await app.lock.isPasscodeEnabled == device.server.accounts["ada@example.org"]?.isEnabled, where_)
        #expect(await device.server.reuses == 0, where_)
        guard case .success = await app.call() else {
            Issue.record(where_)
            return
        }
        if let note, operation != .signOut { #expect(app.reads(note), where_) }
        // The server accepts the stored tokens.
        let last = await device.launched()
        if last.model.state == .locked { _ = await last.model.unlock(with: current) }
        #expect(await last.model.confirmed() == .confirmed, where_)
        #expect(await device.server.reuses == 0, where_)
    }
}
