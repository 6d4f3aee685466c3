import LatchkeyLifecycle
@testable import LatchkeyLock
import Testing

@testable import LatchkeyUI

@Suite struct CoverTests {
    private func scene(
        _ name: String, _ presence: LockScene.Presence, isFrontmost: Bool = false, acceptsInput: Bool = true
    ) -> LockScene {
        LockScene(name: name, acceptsInput: acceptsInput, presence: presence, isFrontmost: isFrontmost)
    }

    @Test("C11 only the window nearest to the user prompts")
    func onlyTheWindowNearestToTheUserPrompts() {
        let rows: [(asks: String, scenes: [LockScene])] = [
            ("c", [scene("a", .inactive), scene("b", .active), scene("c", .active, isFrontmost: true)]),
            ("b", [scene("a", .inactive, isFrontmost: true), scene("b", .active), scene("c", .active)]),
            // During a system prompt no window is active. A window in the background must not take over.
            ("b", [scene("a", .background), scene("b", .inactive), scene("c", .inactive)]),
            ("a", [scene("a", .background), scene("b", .background)]),
        ]
        for (asks, scenes) in rows {
            for order in [scenes, scenes.reversed()] {
                #expect(scenes.filter { LockScene.isElected($0.name, among: order) }.map(\.name) == [asks])
            }
        }
    }

    @Test func coveredScreenRequestsNoPasscode() {
        let wall = scene("a", .active, isFrontmost: true, acceptsInput: false)
        let scenes = [wall, scene("b", .active), scene("c", .active)]
        #expect(scenes.filter { LockScene.isElected($0.name, among: scenes) }.map(\.name) == ["b"])
        #expect(!LockScene.isElected("a", among: [wall]))
    }

    @Test func everyLockedWindowIsCoveredAndOnlyOnePrompts() {
        for access in [LockState.Access.locked, .awaitingRecovery, .unreadable] {
            let state = LockState(access: access, appState: .active)
            #expect(LockCover(state.access, state, isElected: true, isLeaving: false, isAway: false) == .lock)
            #expect(LockCover(state.access, state, isElected: false, isLeaving: false, isAway: false) == .cover)
        }
        let loading = LockState(access: .loading, appState: .active)
        #expect(LockCover(loading.access, loading, isElected: true, isLeaving: false, isAway: false) == .cover)
    }

    @Test("C12 MASVS-PLATFORM-3 content is covered before the app becomes inactive")
    func contentIsCoveredBeforeTheAppBecomesInactive() {
        for access in [LockState.Access.unlocked, .unprotected] {
            let active = LockState(access: access, appState: .active)
            #expect(LockCover(active.access, active, isElected: true, isLeaving: false, isAway: false) == .none)
            #expect(LockCover(active.access, active, isElected: true, isLeaving: true, isAway: false) == .cover)
            for appState in [AppState.inactive, .background] {
                let state = LockState(access: access, appState: appState)
                #expect(LockCover(state.access, state, isElected: true, isLeaving: false, isAway: false) == .cover)
            }
        }
    }

    @Test("C12 background window is covered while another is active")
    func backgroundWindowIsCoveredWhileAnotherIsActive() {
        var state = LockState(access: .unlocked, appState: .active)
        #expect(LockCover(state.access, state, isElected: false, isLeaving: false, isAway: true) == .cover)
        state.prompt = LockState.Prompt()
        #expect(LockCover(state.access, state, isElected: false, isLeaving: false, isAway: true) == .cover)
    }

    @Test("C12 content is covered while the screen is recorded")
    func contentIsCoveredWhileTheScreenIsRecorded() {
        let state = LockState(access: .unlocked, appState: .active)
        #expect(LockCover(state.access, state, isElected: true, isRecorded: true) == .cover)
        #expect(LockCover(state.access, state, isElected: true, isRecorded: false) == .none)
        let locked = LockState(access: .locked, appState: .active)
        #expect(LockCover(locked.access, locked, isElected: true, isRecorded: true) == .lock)
    }

    @Test("C12 visible Mac app is covered only when configured")
    func visibleMacAppIsCoveredOnlyWhenConfigured() {
        for (appState, covers) in [(AppState.active, false), (.inactive, false), (.background, true)] {
            let state = LockState(access: .unlocked, appState: appState)
            #expect(LockCover(state.access, state, isElected: true, coversInactive: false) == (covers ? .cover : .none))
        }
        let inactive = LockState(access: .unlocked, appState: .inactive)
        #expect(LockCover(inactive.access, inactive, isElected: true, coversInactive: true) == .cover)
        let locked = LockState(access: .locked, appState: .inactive)
        #expect(LockCover(locked.access, locked, isElected: true, coversInactive: false) == .lock)
    }

    @Test("C12 content behind a biometric gate is covered while inactive")
    func contentBehindABiometricGateIsCoveredWhileInactive() {
        #expect(LockCover(isOpen: true, appState: .active) == .none)
        #expect(LockCover(isOpen: true, appState: .inactive) == .cover)
        #expect(LockCover(isOpen: true, appState: .background) == .cover)
        for appState in [AppState.active, .inactive, .background] {
            #expect(LockCover(isOpen: false, appState: appState) == .lock)
        }
    }

    @Test("C11 system prompt does not cover the app")
    func systemPromptDoesNotCoverTheApp() {
        let inactive = LockState(access: .unlocked, appState: .inactive)
        var (own, apps) = (inactive, inactive)
        own.prompt = LockState.Prompt()
        apps.isAppPromptUp = true
        for state in [own, apps] {
            #expect(!state.isCovered)
            #expect(LockCover(state.access, state, isElected: true, isLeaving: true, isAway: false) == .none)
        }
    }
}

extension LockState {
    fileprivate init(access: Access, appState: AppState) {
        self.init()
        (self.access, self.appState) = (access, appState)
    }
}
