#if canImport(SwiftUI)
internal import LatchkeyLock
internal import Observation

/// What the lock's windows show, and when: a lock, its screens, and the app's choices.
@MainActor
final class LockSubject {
    let lock: any ScreenLock
    let options: LockOptions
    /// Runs after each change of the lock's state.
    var onChange: (@MainActor () -> Void)?
    private let texts: ScreenTexts
    private let makeReset: (@MainActor () -> ResetPasscodeModel)?
    /// Made when it is first asked for.
    private lazy var model = LockScreenModel(lock, texts: texts)

    init(
        _ lock: any ScreenLock, texts: ScreenTexts, options: LockOptions,
        makeReset: (@MainActor () -> ResetPasscodeModel)?
    ) {
        (self.lock, self.texts, self.options, self.makeReset) = (lock, texts, options, makeReset)
        follow()
    }

    var state: LockState { lock.status.state }
    var access: LockState.Access { lock.access }

    /// What a window shows for that cover.
    func content(_ cover: LockCover) -> LockWindowContent {
        LockWindowContent(
            cover: cover, model: cover == .lock ? model : nil, texts: texts, makeReset: makeReset)
    }

    /// Follows the state itself: a view that is out of its window hears nothing.
    private func follow() {
        withObservationTracking {
            _ = (state, access)
        } onChange: { [weak self] in
            // Told before the change: what is shown is worked out after it.
            Task { @MainActor in
                guard let self else { return }
                self.follow()
                self.onChange?()
            }
        }
    }
}
#endif
