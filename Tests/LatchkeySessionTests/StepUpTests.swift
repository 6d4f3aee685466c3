import Foundation
import LatchkeyAPI
import LatchkeyCore
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession

/// A step-up request of the app's own backend, which the app satisfies without locking.
@MainActor struct StepUpTests {
    private let device = Device()

    private func verifications() async -> Int { await device.server.calls.count { $0 == "verify" } }

    @Test func backendChallengeReachesTheCallerWithoutRefreshingTheToken() async {
        let (app, _) = await device.ready()
        _ = await app.call()
        await device.server.forgetCalls()
        let tries = LockedValue(0)
        await #expect(throws: SessionError.api(.passcodeTooOld(maxAge: .seconds(300)))) {
            try await app.model.perform { _ async throws(APIError) in
                tries.withLock { $0 += 1 }
                throw .passcodeTooOld(maxAge: .seconds(300))
            }
        }
        #expect(tries.withLock { $0 } == 1)
        #expect(await device.server.calls.isEmpty)
        #expect(app.model.state == .ready && !SessionError.api(.passcodeTooOld(maxAge: nil)).isOffline)
    }

    @Test(
        """
        ASVS-7.5.3 MASVS-AUTH-3 step-up keeps the app open and renews the token
        """)
    func stepUpKeepsTheAppOpenAndRenewsTheToken() async throws {
        let (app, note) = await device.ready()
        let former = try await app.call().get()
        let ticket = app.lock.state.ticket
        #expect(await app.model.confirmPasscode(.right) == .unlocked)
        #expect(await verifications() == 1)
        #expect(app.model.state == .ready && app.reads(note) && app.lock.state.ticket == ticket)
        #expect(try await app.call().get() != former)
        // The new tokens are stored, so the next launch requires no sign-in.
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(await next.model.confirmed() == .confirmed)
    }

    @Test("V3 tenth wrong passcode on the server ends the session")
    func tenthWrongPasscodeOnTheServerEndsTheSession() async {
        let (app, note) = await device.ready()
        for remaining in (1...9).reversed() {
            #expect(await app.model.confirmPasscode(.wrong) == .wrong(remaining: remaining))
        }
        #expect(app.model.state == .ready)
        #expect(await app.model.confirmPasscode(.wrong) == .failed(.ended))
        #expect(app.model.state == .signedOut && app.model.notice == .sessionEnded && !app.reads(note))
    }

    @Test func correctPasscodeResetsTheFailedAttemptCount() async {
        let (app, _) = await device.ready()
        #expect(await app.model.confirmPasscode(.wrong) == .wrong(remaining: 9))
        #expect(await app.model.confirmPasscode(.right) == .unlocked)
        #expect(await app.model.confirmPasscode(.wrong) == .wrong(remaining: 9))
    }

    @Test func throttledConfirmationReportsWhenToRetry() async {
        let (app, _) = await device.ready()
        await device.server.failNext(with: .tooManyAttempts(retryAfter: .seconds(60)))
        #expect(await app.model.confirmPasscode(.right) == .wait(until: app.lock.vault.now + 60))
        await device.server.failNext(with: .passcodeResetRequired)
        #expect(await app.model.confirmPasscode(.right) == .failed(.api(.passcodeResetRequired)))
    }

    @Test func unreachableServerConfirmsNoPasscode() async {
        let (app, _) = await device.ready()
        await device.server.setOffline(true)
        #expect(await app.model.confirmPasscode(.right) == .failed(.api(.offline)))
        #expect(app.model.state == .ready)
    }

    @Test("C1 C5 locked app rejects passcode confirmation without sending it")
    func lockedAppRejectsPasscodeConfirmationWithoutSendingIt() async {
        let (app, note) = await device.ready()
        _ = await app.model.lockNow()
        await device.server.forgetCalls()
        #expect(await app.model.confirmPasscode(.right) == .failed(.locked))
        #expect(app.model.state == .locked && !app.reads(note))
        #expect(await device.server.calls.isEmpty)
    }

    enum Leave: CaseIterable { case manualLock, deviceLock, absence }

    @Test("C5 lock supersedes a passcode confirmation in progress", arguments: Leave.allCases, [true, false])
    func lockSupersedesAPasscodeConfirmationInProgress(_ leave: Leave, beforeTheResponse: Bool) async {
        let (app, note) = await device.ready()
        let (lifecycle, clock, model) = (app.lifecycle, device.lockClock, app.model)
        let lock: @Sendable (String) async -> Void = { call in
            guard call == "verify" else { return }
            switch leave {
            case .manualLock: Task { await model.lockNow() }
            case .deviceLock: await lifecycle.simulateDeviceLock()
            case .absence:
                await lifecycle.simulate(.background)
                clock.advance(by: .seconds(3600))
                await lifecycle.simulate(.active)
            }
            while await !model.lock.isLocked { await Task.yield() }
        }
        if beforeTheResponse { await device.server.setOnCall(lock) } else { await device.server.setOnReply(lock) }
        #expect(await app.model.confirmPasscode(.right) == .superseded)
        #expect(app.model.state == .locked && app.lock.vault.isLocked && !app.reads(note))
        await device.server.setOnCall { _ in }
        await device.server.setOnReply { _ in }
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
    }

    @Test func accountWithoutAPasscodeCannotConfirmOne() async {
        let app = await device.launched()
        #expect(await app.model.confirmPasscode(.right) == .failed(.signedOut))
        await app.signIn()
        #expect(await app.model.confirmPasscode(.right) == .failed(.signedOut))
        #expect(await app.model.setUpLater() == nil)
        #expect(await app.model.confirmPasscode(.right) == .noPasscode)
        #expect(await verifications() == 0)
    }

    @Test func biometricsOnlyAccountHasNoPasscodeToConfirm() async {
        let app = await device.launched()
        await app.signIn()
        #expect(await app.model.useBiometricsOnly() == .done)
        #expect(await app.model.confirmPasscode(.right) == .noPasscode)
        #expect(await verifications() == 0)
    }

    @Test func passcodeDisabledElsewhereCannotBeConfirmed() async {
        let (app, _) = await device.ready()
        await device.server.change { $0.isEnabled = false }
        #expect(await app.model.confirmPasscode(.right) == .noPasscode)
        await device.server.change { ($0.passcode, $0.isEnabled) = (nil, false) }
        #expect(await app.model.confirmPasscode(.right) == .noPasscode)
        #expect(app.model.state == .ready)
    }

    @Test func sessionEndedElsewhereEndsOnThisDevice() async {
        let (app, note) = await device.ready()
        await device.server.endSessions()
        #expect(await app.model.confirmPasscode(.right) == .failed(.ended))
        #expect(app.model.state == .signedOut && !app.reads(note))
    }
}
