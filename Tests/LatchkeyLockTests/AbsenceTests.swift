import Foundation
import LatchkeyLifecycle
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// Blocks the calling thread, even the main actor's.
private func waitForThread(_ semaphore: DispatchSemaphore) { semaphore.wait() }

/// The effects of absence, return and device locks on the lock.
@MainActor struct AbsenceTests {
    private let app = FrontApp()
    private var device: Device { app.device }
    private var lifecycle: AppLifecycleManager { app.lifecycle }

    @Test("C7 an absence locks only once it reaches the timeout", arguments: LockTimeout.allCases)
    func anAbsenceLocksOnlyOnceItReachesTheTimeout(timeout: LockTimeout) async throws {
        let (service, _) = try await app.relaunched(timeout: timeout)
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(service.timeout == timeout)
        await app.leave(for: timeout.limit - .milliseconds(1))
        #expect(!service.isLocked)
        await app.leave(for: timeout.limit)
        #expect(service.isLocked && service.vault.isLocked)
    }

    @Test("C7 an absence locks a vault protected by biometrics only")
    func anAbsenceLocksAVaultProtectedByBiometricsOnly() async throws {
        let service = device.service()
        let manager = AppLockManager(service: service, lifecycle: lifecycle)
        await manager.start()
        #expect(await service.protectWithBiometricsOnly() == .done)
        #expect(service.isProtected && !service.isPasscodeEnabled)
        #expect(!service.shouldLockOnForeground(backgroundDuration: 4.999))
        #expect(service.shouldLockOnForeground(backgroundDuration: 5))
        service.lockApp()
        #expect(service.isLocked && service.vault.isLocked)
    }

    @Test(
        "C7 a device lock drops the key despite hanging observers",
        .timeLimit(.minutes(5)))
    func aDeviceLockDropsTheKeyDespiteHangingObservers() async throws {
        let (entered, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        defer { for _ in 0..<2 { release.signal() } }
        // Registered before the lock, like an app's own observer.
        let registration = lifecycle.onReport({ _ in }) {
            entered.signal()
            release.wait()
        }
        let (service, _) = try await app.relaunched(timeout: .oneHour)
        #expect(await service.unlock(with: .right) == .unlocked)
        let lifecycle = lifecycle
        Thread.detachNewThread { lifecycle.reportLeave() }
        waitForThread(entered)
        #expect(!service.vault.isLocked)
        Thread.detachNewThread { lifecycle.reportDeviceLock() }
        waitForThread(entered)
        #expect(service.vault.isLocked)
        registration.cancel()
    }

    @Test("C7 setting the clock back while away locks")
    func settingTheClockBackWhileAwayLocks() async throws {
        let (service, _) = try await app.relaunched(timeout: .oneHour)
        #expect(await service.unlock(with: .right) == .unlocked)
        await lifecycle.updateState(.background).value
        device.clock.changeWall(by: .seconds(-3600))
        await lifecycle.updateState(.active).value
        #expect(service.isLocked)
    }

    @Test(
        "C7 hanging app handlers do not prevent locking after an absence",
        .timeLimit(.minutes(5)), arguments: [LifecycleEvent.foreground, .active, .inactive, .background])
    func hangingAppHandlersDoNotPreventLockingAfterAnAbsence(event: LifecycleEvent) async throws {
        let (service, _) = try await app.relaunched(timeout: .oneHour)
        #expect(await service.unlock(with: .right) == .unlocked)
        let (never, end) = AsyncStream.makeStream(of: Never.self)
        let (hanging, isHanging) = AsyncStream.makeStream(of: Void.self)
        lifecycle.on(event) {
            isHanging.yield()
            for await _ in never {}
        }
        lifecycle.updateState(.background)
        let last = lifecycle.updateState(.active)
        for await _ in hanging { break }
        #expect(!service.isLocked)
        // From here on, no handler is called, because the first one has not returned.
        lifecycle.updateState(.background)
        device.clock.advance(by: .seconds(3600))
        lifecycle.updateState(.active)
        #expect(service.isLocked && service.vault.isLocked)
        end.finish()
        await last.value
    }

    @Test(
        "C7 a device lock drops the key before the report returns",
        .timeLimit(.minutes(5)))
    func aDeviceLockDropsTheKeyBeforeTheReportReturns() async throws {
        let (service, _) = try await app.relaunched(timeout: .oneHour)
        #expect(await service.unlock(with: .right) == .unlocked)
        let (never, end) = AsyncStream.makeStream(of: Never.self)
        lifecycle.onForeground { for await _ in never {} }
        lifecycle.updateState(.background)
        lifecycle.updateState(.active)
        // On another thread, because this test blocks the main actor until the report has returned.
        let reported = DispatchSemaphore(value: 0)
        let wasLocked = Counter()
        let (lifecycle, vault) = (lifecycle, service.vault)
        Thread.detachNewThread {
            lifecycle.reportDeviceLock()
            if vault.isLocked { wasLocked.increment() }
            reported.signal()
        }
        waitForThread(reported)
        #expect(wasLocked.value == 1)
        // Reports to the screen are handled before any later call.
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(!service.isLocked && !service.vault.isLocked)
        end.finish()
    }

    @Test(
        "C7 a busy main actor does not delay locking after absence",
        .timeLimit(.minutes(5)))
    func aBusyMainActorDoesNotDelayLockingAfterAbsence() async throws {
        let (service, _) = try await app.relaunched(timeout: .oneHour)
        #expect(await service.unlock(with: .right) == .unlocked)
        let reported = DispatchSemaphore(value: 0)
        let wasLocked = Counter()
        let (lifecycle, vault, clock) = (lifecycle, service.vault, device.clock)
        Thread.detachNewThread {
            lifecycle.updateState(.background)
            clock.advance(by: .seconds(3600))
            lifecycle.updateState(.active)
            if vault.isLocked { wasLocked.increment() }
            reported.signal()
        }
        waitForThread(reported)
        #expect(wasLocked.value == 1)
        service.drainEvents()
        #expect(service.isLocked && service.state.appState == .active)
    }

    @Test("C5 a device lock during passcode verification wins")
    func aDeviceLockDuringPasscodeVerificationWins() async throws {
        let first = try await device.unlockedVault()
        first.lock()
        var device = device
        let lifecycle = lifecycle
        device.onStretch = { lifecycle.reportDeviceLock() }
        let service = device.service()
        await AppLockManager(service: service, lifecycle: lifecycle).start()
        #expect(await service.unlock(with: .right) == .superseded)
        #expect(service.isLocked && service.vault.isLocked)
    }

    @Test("C7 switching to another Mac app starts the absence")
    func switchingToAnotherMacAppStartsTheAbsence() async throws {
        let (service, _) = try await app.relaunched(timeout: .oneMinute)
        func resignActive(for time: Duration) {
            lifecycle.updateState(.inactive)
            lifecycle.reportLeave()
            device.clock.advance(by: time)
            lifecycle.updateState(.active)
        }
        #expect(await service.unlock(with: .right) == .unlocked)
        resignActive(for: .seconds(60) - .milliseconds(1))
        #expect(!service.isLocked)
        resignActive(for: .seconds(60))
        #expect(service.isLocked && service.vault.isLocked)
    }

    @Test("C7 an absence during a prompt starts when the prompt closes")
    func anAbsenceDuringAPromptStartsWhenThePromptCloses() async throws {
        let (service, _) = try await app.relaunched(timeout: .oneMinute)
        #expect(await service.unlock(with: .right) == .unlocked)
        lifecycle.updateState(.inactive)
        service.reports.note(isPrompting: true)
        lifecycle.reportLeave()
        device.clock.advance(by: .seconds(3600))
        service.reports.note(isPrompting: false)
        device.clock.advance(by: .seconds(60) - .milliseconds(1))
        #expect(!service.reports.isTimedOut, "the prompt does not count")
        device.clock.advance(by: .milliseconds(1))
        lifecycle.updateState(.active)
        #expect(service.isLocked)
    }

    @Test("C7 duplicate absence reports count from the first report")
    func duplicateAbsenceReportsCountFromTheFirstReport() async throws {
        let (service, _) = try await app.relaunched(timeout: .oneMinute)
        #expect(await service.unlock(with: .right) == .unlocked)
        await lifecycle.updateState(.background).value
        device.clock.advance(by: .seconds(40))
        await lifecycle.updateState(.inactive).value
        await lifecycle.updateState(.background).value
        service.lockIfTimedOut()
        #expect(!service.isLocked)
        device.clock.advance(by: .seconds(20))
        service.lockIfTimedOut()
        #expect(service.isLocked, "also without a return to the foreground")
    }

    @Test("C11 C12 inactive app is covered but not counted as away")
    func inactiveAppIsCoveredButNotCountedAsAway() async throws {
        let (service, _) = try await app.relaunched()
        #expect(await service.unlock(with: .right) == .unlocked)
        await lifecycle.updateState(.inactive).value
        #expect(service.state.isCovered && !service.isLocked)
        device.clock.advance(by: .seconds(86_400))
        await lifecycle.updateState(.active).value
        #expect(!service.state.isCovered && !service.isLocked)
    }

    @Test("C1 device lock and process termination lock immediately")
    func deviceLockAndProcessTerminationLockImmediately() async throws {
        let (service, manager) = try await app.relaunched()
        for report in [lifecycle.reportDeviceLock, lifecycle.reportTermination] {
            #expect(await service.unlock(with: .right) == .unlocked)
            await report().value
            #expect(service.isLocked && service.vault.isLocked)
        }
        manager.stop()
        #expect(await service.unlock(with: .right) == .unlocked)
        await lifecycle.reportDeviceLock().value
        #expect(!service.isLocked, "watches no longer")
    }
}
