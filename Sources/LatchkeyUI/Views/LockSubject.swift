#if canImport(SwiftUI)
internal import LatchkeyLock
internal import Observation

/// What the lock's windows show, and when: a lock, its screens, and the app's choices.
@MainActor
final class LockSubject {
    let lock: any LockModel
    let options: LockOptions
    /// What the window takes over from the view below it, which may change while the lock is shown.
    var appearance: LockAppearance
    /// Runs after each change of the lock's state.
    private var onChange: (@MainActor () -> Void)?
    private let texts: ScreenTexts
    private let makeReset: (@MainActor () -> ResetPasscodeModel)?
    /// Made when it is first asked for.
    private lazy var model = LockScreenModel(lock, texts: texts)

    init(
        _ lock: any LockModel, texts: ScreenTexts, options: LockOptions, appearance: LockAppearance = LockAppearance(),
        makeReset: (@MainActor () -> ResetPasscodeModel)?
    ) {
        (self.lock, self.texts, self.options, self.makeReset) = (lock, texts, options, makeReset)
        self.appearance = appearance
    }

    var state: LockState { lock.lockState }
    var access: LockState.Access { lock.access }

    /// Whether the other shows the same lock: a view that is drawn again makes a new subject, and typed digits must
    /// stay.
    func isSame(as other: LockSubject) -> Bool {
        lock === other.lock && options == other.options
            && texts.language == other.texts.language
    }

    /// What a window shows for that cover.
    func content(_ cover: LockCover) -> LockWindowContent {
        LockWindowContent(
            cover: cover, model: cover == .lock ? model : nil, texts: texts, appearance: appearance,
            makeReset: makeReset)
    }

    /// Runs the action after each change of the lock's state, instead of the previous action; nil ends it.
    ///
    /// It follows the state itself, since a view outside a window is not updated.
    func follow(_ onChange: (@MainActor () -> Void)?) {
        self.onChange = onChange
        if onChange != nil { observe() }
    }

    private func observe() {
        withObservationTracking {
            _ = (state, access)
        } onChange: { [weak self] in
            // Told before the change: what is shown is worked out after it.
            Task { @MainActor in
                guard let self, let onChange = self.onChange else { return }
                self.observe()
                onChange()
            }
        }
    }
}
#endif
