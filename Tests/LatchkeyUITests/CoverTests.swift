@testable import LatchkeyLock
import Testing

@testable import LatchkeyUI

@Suite struct CoverTests {
    @Test("C11 One window asks, whichever of them works it out")
    func oneWindowAsks() {
        let scenes = [
            LockScene(name: "b", role: "app", isActive: true), LockScene(name: "a", role: "app", isActive: false),
            LockScene(name: "c", role: "app", isActive: true),
        ]
        for order in [scenes, scenes.reversed()] {
            #expect(scenes.filter { LockScene.isElected($0.name, among: order) }.map(\.name) == ["b"])
        }
        let inactive = scenes.map { LockScene(name: $0.name, role: "app", isActive: false) }
        #expect(inactive.filter { LockScene.isElected($0.name, among: inactive) }.map(\.name) == ["a"])
    }

    @Test func aScreenThatNobodyCanTypeOnIsNotTheOneThatAsks() {
        let scenes = [
            LockScene(name: "a", role: "car", isActive: true), LockScene(name: "b", role: "app", isActive: true),
            LockScene(name: "c", role: "app", isActive: true),
        ]
        #expect(LockScene.isElected("b", among: scenes))
        #expect(!LockScene.isElected("c", among: scenes))
    }

    @Test func whatIsLockedIsCoveredInEveryWindowAndAskedForInOne() {
        for access in [LockState.Access.locked, .awaitingRecovery, .unreadable] {
            let state = LockState(access: access, presence: .active)
            #expect(LockCover(state.access, state, isElected: true, isLeaving: false, isAway: false) == .lock)
            #expect(LockCover(state.access, state, isElected: false, isLeaving: false, isAway: false) == .cover)
        }
        let loading = LockState(access: .loading, presence: .active)
        #expect(LockCover(loading.access, loading, isElected: true, isLeaving: false, isAway: false) == .cover)
    }

    @Test("C12 Content is covered as soon as the app is about to be inactive")
    func contentIsCoveredAsSoonAsTheAppLeaves() {
        for access in [LockState.Access.unlocked, .unprotected] {
            let active = LockState(access: access, presence: .active)
            #expect(LockCover(active.access, active, isElected: true, isLeaving: false, isAway: false) == .none)
            #expect(LockCover(active.access, active, isElected: true, isLeaving: true, isAway: false) == .cover)
            for presence in [LockState.Presence.inactive, .background] {
                let state = LockState(access: access, presence: presence)
                #expect(LockCover(state.access, state, isElected: true, isLeaving: false, isAway: false) == .cover)
            }
        }
    }

    @Test("C12 A window in the background is covered while another one of the app is in use, prompt or not")
    func aWindowInTheBackgroundIsCovered() {
        var state = LockState(access: .unlocked, presence: .active)
        #expect(LockCover(state.access, state, isElected: false, isLeaving: false, isAway: true) == .cover)
        state.prompt = LockState.Prompt()
        #expect(LockCover(state.access, state, isElected: false, isLeaving: false, isAway: true) == .cover)
    }

    @Test("C12 Content is covered while the screen is recorded, where the app wants that")
    func contentIsCoveredWhileRecorded() {
        let state = LockState(access: .unlocked, presence: .active)
        #expect(LockCover(state.access, state, isElected: true, isRecorded: true) == .cover)
        #expect(LockCover(state.access, state, isElected: true, isRecorded: false) == .none)
        let locked = LockState(access: .locked, presence: .active)
        #expect(LockCover(locked.access, locked, isElected: true, isRecorded: true) == .lock)
    }

    @Test("C12 On a Mac an app in sight is covered only where it wants that, and a hidden one always")
    func coveringAnAppInSightIsItsChoice() {
        for (presence, covers) in [(LockState.Presence.active, false), (.inactive, false), (.background, true)] {
            let state = LockState(access: .unlocked, presence: presence)
            #expect(LockCover(state.access, state, isElected: true, coversInactive: false) == (covers ? .cover : .none))
        }
        let inactive = LockState(access: .unlocked, presence: .inactive)
        #expect(LockCover(inactive.access, inactive, isElected: true, coversInactive: true) == .cover)
        let locked = LockState(access: .locked, presence: .inactive)
        #expect(LockCover(locked.access, locked, isElected: true, coversInactive: false) == .lock)
    }

    @Test("C12 Content behind a question to the system is covered as soon as the app is not in use")
    func contentBehindAQuestionIsCovered() {
        #expect(LockCover(isOpen: true, presence: .active) == .none)
        #expect(LockCover(isOpen: true, presence: .inactive) == .cover)
        #expect(LockCover(isOpen: true, presence: .background) == .cover)
        for presence in [LockState.Presence.active, .inactive, .background] {
            #expect(LockCover(isOpen: false, presence: presence) == .lock)
        }
    }

    @Test("C11 The system's own prompt covers nothing")
    func thePromptCoversNothing() {
        var state = LockState(access: .unlocked, presence: .inactive)
        state.prompt = LockState.Prompt()
        #expect(LockCover(state.access, state, isElected: true, isLeaving: true, isAway: false) == .none)
    }
}

extension LockState {
    fileprivate init(access: Access, presence: Presence) {
        self.init()
        (self.access, self.presence) = (access, presence)
    }
}
