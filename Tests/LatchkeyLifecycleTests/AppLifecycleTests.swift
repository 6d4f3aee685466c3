import LatchkeyCore
import LatchkeyLifecycle
import LatchkeyTestSupport
import Testing

@Suite struct AppLifecycleTests {
    @Test func implementationsKeepTheContract() async throws {
        try await AppLifecycleContract {
            let manager = AppLifecycleManager()
            return (manager, { await manager.updateState($0).value })
        }.verify()
        try await AppLifecycleContract {
            let mock = MockAppLifecycle()
            return (mock, { await mock.simulate($0) })
        }.verify()
    }

    @Test func observerReceivesEveryEventInOrderBeforeItsHandlers() async {
        let manager = AppLifecycleManager()
        let log = LockedValue<[String]>([])
        for event in [LifecycleEvent.inactive, .background] {
            manager.on(event) { log.withLock { $0.append("handler of \(event)") } }
        }
        let registration = manager.onReport { event in
            log.withLock { $0.append("\(event)") }
        } afterwards: {
            log.withLock { $0.append("afterwards") }
        }
        for state in [AppState.active, .background] { await manager.updateState(state).value }
        registration.cancel()
        await manager.updateState(.active).value
        let heard = log.withLock { $0 }
        #expect(
            heard.filter { $0 != "afterwards" } == [
                "appear", "active", "inactive", "background", "handler of inactive", "handler of background",
            ])
        #expect(heard.filter { $0 == "afterwards" }.count == 2, "once for each report")
    }

    @Test func appLaunchedActiveSendsNoAppearEvent() async {
        let (manager, events) = Self.recording(AppLifecycleManager(initialState: .active))
        for state in [AppState.active, .inactive, .active] { await manager.updateState(state).value }
        #expect(events.withLock { $0 } == [.inactive, .active])
    }

    @Test func appLaunchedInTheBackgroundSendsForegroundAndAppearEvents() async {
        let (manager, events) = Self.recording(AppLifecycleManager(initialState: .background))
        await manager.updateState(.active).value
        #expect(events.withLock { $0 } == [.foreground, .appear, .active])
    }

    @Test func terminationSendsABackgroundEventFirst() async {
        let (manager, events) = Self.recording(AppLifecycleManager(initialState: .active))
        await manager.reportTermination().value
        #expect(events.withLock { $0 } == [.inactive, .background, .terminate])
        #expect(manager.currentState == .background)
    }

    @Test func deviceLockDoesNotChangeTheAppState() async {
        let (manager, events) = Self.recording(AppLifecycleManager(initialState: .active))
        await manager.reportDeviceLock().value
        #expect(events.withLock { $0 } == [.deviceLock])
        #expect(manager.currentState == .active)
    }

    @Test func eventsAreDeliveredInOrderWhileStateUpdatesImmediately() async {
        let (manager, events) = Self.recording(AppLifecycleManager())
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        manager.onAppear { for await _ in stream { break } }
        manager.updateState(.active)
        let last = manager.updateState(.background)
        #expect(manager.currentState == .background)
        #expect(!events.withLock { $0 }.contains(.background))
        continuation.yield()
        await last.value
        #expect(events.withLock { $0 } == [.appear, .active, .inactive, .background])
    }

    @Test func handlersMayRegisterHandlersAndReportStates() async {
        let manager = AppLifecycleManager()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        manager.onAppear {
            manager.onBackground { continuation.yield() }
            manager.updateState(.background)
        }
        manager.updateState(.active)
        for await _ in stream { break }
        #expect(manager.currentState == .background)
    }

    @Test func mockRecordsRegistrationsAndSimulatesEvents() async {
        let mock = MockAppLifecycle(initialState: .active)
        mock.onBackground {}
        mock.onAppear {}
        #expect(mock.registrations == [.background, .appear])
        await mock.simulateBackground()
        #expect(mock.currentState == .background)
        await mock.simulateForeground()
        await mock.simulateDeviceLock()
        #expect(mock.currentState == .active)
        await mock.simulateTermination()
        #expect(mock.currentState == .background)
    }

    private static func recording(_ manager: AppLifecycleManager) -> (
        AppLifecycleManager, LockedValue<[LifecycleEvent]>
    ) {
        let events = LockedValue<[LifecycleEvent]>([])
        for event in LifecycleEvent.allCases { manager.on(event) { events.withLock { $0.append(event) } } }
        return (manager, events)
    }
}
