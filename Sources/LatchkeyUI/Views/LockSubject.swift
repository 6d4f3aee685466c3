#if canImport(SwiftUI)
internal import LatchkeyLock
internal import Observation

/// The content of the lock's windows: a lock, its screens, and the app's options.
@MainActor
final class LockSubject {
    let lock: any LockModel
    let options: LockOptions
    /// The appearance of the view below the window, which may change while the lock is shown.
    private(set) var appearance: LockAppearance
    /// Runs after each change of the lock's state.
    private var onChange: (@MainActor () -> Void)?
    private let texts: ScreenTexts
    /// Creates the model of a reset; the latest closure of the view below the window.
    private var makeReset: (@MainActor () -> ResetPasscodeModel)?
    /// The model of the lock screen, created on first use.
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

    /// Whether the other shows the same lock: a view that is drawn again creates a new subject, and typed digits must
    /// stay.
    func isSame(as other: LockSubject) -> Bool {
        lock === other.lock && options == other.options
            && texts.language == other.texts.language
    }

    /// Adopts what may change while the lock is shown. Returns whether that changes the window's content.
    func adopt(_ newer: LockSubject) -> Bool {
        defer { (appearance, makeReset) = (newer.appearance, newer.makeReset) }
        return appearance != newer.appearance || (makeReset == nil) != (newer.makeReset == nil)
    }

    /// Returns the content of a window for this cover.
    func content(_ cover: LockCover) -> LockWindowContent {
        var reset: (@MainActor () -> ResetPasscodeModel?)?
        // Read when it is called: the view below may have another one by then.
        if makeReset != nil { reset = { [weak self] in self?.makeReset?() } }
        return LockWindowContent(
            cover: cover, model: cover == .lock ? model : nil, texts: texts, appearance: appearance, makeReset: reset)
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
            // Called before the change: the content is computed after it.
            Task { @MainActor in
                guard let self, let onChange = self.onChange else { return }
                self.observe()
                onChange()
            }
        }
    }
}
#endif
