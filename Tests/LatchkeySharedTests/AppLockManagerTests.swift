import LatchkeyTestSupport
import Testing

@testable import LatchkeyShared

@MainActor
struct AppLockManagerTests {
    private let clock = ManualClock()

    private func opened() async -> AppLockManager {
        let manager = AppLockManager(clock: clock)
        _ = await manager.unlock { .success(()) }
        return manager
    }

    @Test func appIsLockedAtLaunchUntilAuthenticationSucceeds() async {
        let manager = AppLockManager(clock: clock)
        #expect(manager.isLocked)
        _ = await manager.unlock { .failure(.userCancel) }
        #expect(manager.isLocked)
        _ = await manager.unlock { .success(()) }
        #expect(!manager.isLocked)
    }

    @Test(arguments: [(59, false), (60, true)])
    func locksAfterAMinuteInTheBackground(seconds: Int, isLocked: Bool) async {
        let manager = await opened()
        manager.handleForegroundTransition()
        manager.handleBackgroundTransition()
        clock.advance(by: .seconds(30))
        manager.handleBackgroundTransition()
        clock.advance(by: .seconds(seconds - 30))
        manager.handleForegroundTransition()
        #expect(manager.isLocked == isLocked)
    }

    @Test func changedClockLocks() async {
        let manager = await opened()
        manager.handleBackgroundTransition()
        clock.changeWall(by: .seconds(-3600))
        manager.handleForegroundTransition()
        #expect(manager.isLocked)
    }

    @Test func matchDoesNotUnlockAnAppLeftDuringThePrompt() async {
        let manager = AppLockManager(clock: clock)
        _ = await manager.unlock {
            manager.handleBackgroundTransition()
            return .success(())
        }
        #expect(manager.isLocked)
    }
}
