@testable import LatchkeyLock
import Testing

@testable import LatchkeyUI

@Suite struct CoverTests {
    @Test("C11 One window asks, whichever of them works it out")
    func oneWindowAsks() {
        let scenes = [
            LockScene(name: "b", isActive: true), LockScene(name: "a", isActive: false),
            LockScene(name: "c", isActive: true),
        ]
        for order in [scenes, scenes.reversed()] {
            #expect(scenes.filter { LockScene.isElected($0.name, among: order) }.map(\.name) == ["b"])
        }
        let inactive = scenes.map { LockScene(name: $0.name, isActive: false) }
        #expect(inactive.filter { LockScene.isElected($0.name, among: inactive) }.map(\.name) == ["a"])
    }

    @Test func whatIsLockedIsCoveredInEveryWindowAndAskedForInOne() {
        for access in [LockState.Access.locked, .awaitingRecovery, .unreadable] {
            let state = LockState(access: access, presence: .active)
            #expect(LockCover(state, isElected: true, isLeaving: false) == .lock)
            #expect(LockCover(state, isElected: false, isLeaving: false) == .cover)
        }
        let loading = LockState(access: .loading, presence: .active)
        #expect(LockCover(loading, isElected: true, isLeaving: false) == .cover)
    }

    @Test("C12 Content is covered as soon as the app is about to be inactive")
    func contentIsCoveredAsSoonAsTheAppLeaves() {
        for access in [LockState.Access.unlocked, .unprotected] {
            let active = LockState(access: access, presence: .active)
            #expect(LockCover(active, isElected: true, isLeaving: false) == .none)
            #expect(LockCover(active, isElected: true, isLeaving: true) == .cover)
            for presence in [LockState.Presence.inactive, .background] {
                let state = LockState(access: access, presence: presence)
                #expect(LockCover(state, isElected: true, isLeaving: false) == .cover)
            }
        }
    }

    @Test("C11 The system's own prompt covers nothing")
    func thePromptCoversNothing() {
        var state = LockState(access: .unlocked, presence: .inactive)
        state.prompt = LockState.Prompt()
        #expect(LockCover(state, isElected: true, isLeaving: true) == .none)
    }
}

extension LockState {
    fileprivate init(access: Access, presence: Presence) {
        self.init()
        (self.access, self.presence) = (access, presence)
    }
}
