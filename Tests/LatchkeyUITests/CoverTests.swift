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
            #expect(LockCover(state, isElected: true, isLeaving: false, isAway: false) == .lock)
            #expect(LockCover(state, isElected: false, isLeaving: false, isAway: false) == .cover)
        }
        let loading = LockState(access: .loading, presence: .active)
        #expect(LockCover(loading, isElected: true, isLeaving: false, isAway: false) == .cover)
    }

    @Test("C12 Content is covered as soon as the app is about to be inactive")
    func contentIsCoveredAsSoonAsTheAppLeaves() {
        for access in [LockState.Access.unlocked, .unprotected] {
            let active = LockState(access: access, presence: .active)
            #expect(LockCover(active, isElected: true, isLeaving: false, isAway: false) == .none)
            #expect(LockCover(active, isElected: true, isLeaving: true, isAway: false) == .cover)
            for presence in [LockState.Presence.inactive, .background] {
                let state = LockState(access: access, presence: presence)
                #expect(LockCover(state, isElected: true, isLeaving: false, isAway: false) == .cover)
            }
        }
    }

    @Test("C12 A window in the background is covered while another one of the app is in use, prompt or not")
    func aWindowInTheBackgroundIsCovered() {
        var state = LockState(access: .unlocked, presence: .active)
        #expect(LockCover(state, isElected: false, isLeaving: false, isAway: true) == .cover)
        state.prompt = LockState.Prompt()
        #expect(LockCover(state, isElected: false, isLeaving: false, isAway: true) == .cover)
    }

    @Test("C11 The system's own prompt covers nothing")
    func thePromptCoversNothing() {
        var state = LockState(access: .unlocked, presence: .inactive)
        state.prompt = LockState.Prompt()
        #expect(LockCover(state, isElected: true, isLeaving: true, isAway: false) == .none)
    }
}

extension LockState {
    fileprivate init(access: Access, presence: Presence) {
        self.init()
        (self.access, self.presence) = (access, presence)
    }
}
