internal import LatchkeyAPI
internal import LatchkeyLifecycle
internal import LatchkeyLock
internal import LatchkeySession
internal import LatchkeyUI
internal import Observation
internal import TerminalKit

/// The full-screen app, which draws the screen for the session's state and passes keys to it.
@MainActor
final class FullScreenApp {
    /// The events of the main loop.
    private enum Event: Sendable {
        case key(Key)
        case size(TerminalSize)
        case redraw
    }

    private let workspace: Workspace
    private let console: Console
    private let edits: EditSession
    private let hints: AsyncStream<TerminalText>
    private let prompt = FingerprintPrompt()
    private let events: AsyncStream<Event>
    private let post: AsyncStream<Event>.Continuation
    private let signals: any LifecycleSource
    private(set) var stack: [any AppScreen] = []
    private var shownState: SessionModel.State?
    private(set) var notes: NotesModel?
    private var isOver = false
    private var method: SignInMethod?

    private var session: SessionModel { workspace.session }
    private var lifecycle: AppLifecycleManager { workspace.environment.lifecycle }
    private var texts: TerminalTexts { workspace.texts }

    /// - Parameters:
    ///   - workspace: The session and the notes.
    ///   - console: The terminal, on which nothing is drawn yet.
    ///   - hints: The instructions at the fingerprint reader.
    ///   - method: The sign-in method; nil for a choice.
    ///   - edits: Runs the user's editor.
    ///   - signals: Reports the process's signals.
    init(
        _ workspace: Workspace, console: Console, hints: AsyncStream<TerminalText>, method: SignInMethod? = nil,
        edits: EditSession? = nil, signals: some LifecycleSource = POSIXSignalLifecycleSource()
    ) {
        (self.workspace, self.console, self.hints, self.method) = (workspace, console, hints, method)
        (self.edits, self.signals) = (edits ?? workspace.editSession(), signals)
        (events, post) = AsyncStream.makeStream(of: Event.self)
    }

    /// Runs until the user quits. The app is then locked and the terminal restored.
    func run() async throws {
        let signals = try await follow()
        defer { signals.cancel() }
        try console.enter()
        defer { console.leave() }
        let sizes = try console.sizes()
        let feeders = [
            Task { for await key in console.keys { post.yield(.key(key)) } },
            Task { for await size in sizes { post.yield(.size(size)) } },
            Task { for await hint in hints { prompt.show(hint, in: session.lockState) } },
            Task { await Desktop.followUntilCancelled(reportingTo: lifecycle) },
        ]
        defer { for feeder in feeders { feeder.cancel() } }
        draw()
        releaseWhenLocked()
        await edits.recover()
        await session.start()
        for await event in events {
            await handle(event)
            if isOver { break }
            draw()
        }
        await finish()
    }

    private func follow() async throws -> LifecycleRegistration {
        lifecycle.onBackground { await self.console.leave() }
        lifecycle.onBackground { await self.releaseReader() }
        lifecycle.onForeground { await self.resume() }
        lifecycle.onTerminate { await self.finish() }
        return try await signals.start(reportingTo: lifecycle)
    }

    /// Waits for the end of the prompt: a stopped process would keep the reader from other programs.
    private func releaseReader() async { await Task { await session.lock.promptIsDown() }.wait(atMost: .seconds(2)) }

    private func resume() {
        // Fails in the background; the next SIGCONT retries.
        try? console.enter()
        post.yield(.redraw)
    }

    /// Ends the app, for any reason.
    private func finish() async {
        session.lock.requireLock()
        notes = nil
        stack = []
        // First: otherwise the app would enter the terminal again when its editor ends.
        console.close()
        await edits.close()
        await session.settle()
    }

    private func handle(_ event: Event) async {
        switch event {
        case .redraw: break
        case .size(let size): console.size = size
        case .key(let key):
            session.recordActivity()
            // Ctrl-C is a key here: the terminal is restored before the app ends.
            if key == .control("c") { return isOver = true }
            if let action = stack.last?.press(key) { await perform(action) }
        }
    }

    private func perform(_ action: AppAction) async {
        switch action {
        case .quit: isOver = true
        case .push(let screen): stack.append(screen)
        case .pop: pop()
        case .confirm(let work):
            pop()
            run(work)
        case .run(let work): run(work)
        case .edit(let note): await edit(note)
        }
    }

    private func pop() {
        if stack.count > 1 { stack.removeLast() }
    }

    private func run(_ work: @escaping @MainActor () async -> Void) {
        Task {
            await work()
            post.yield(.redraw)
        }
    }

    private func edit(_ note: Note?) async {
        guard await isStillSignedIn() else { return }
        // Data behind biometrics alone is lost with the session, so only tokens, which can be renewed, may be there.
        guard !session.vault.needsPasscodeForData else {
            return stack.append(SetPasscodeScreen(.set, session, texts: texts))
        }
        let message = await console.lend { await write(note) }
        session.recordActivity()
        guard await isStillSignedIn(), session.state == .ready, let notes else { return }
        await notes.load()
        // The note on the screen is out of date.
        stack = Array(stack.prefix(1))
        notes.message = message
    }

    /// Returns whether the session still exists. Another process of this user may have signed out and erased
    /// everything: this one then signs in too, instead of writing a note that can never be opened.
    private func isStillSignedIn() async -> Bool {
        guard (try? await session.hasStoredSession()) == false else { return true }
        session.lock.requireLock()
        await session.start()
        return false
    }

    /// Opens the editor. Returns a message for the user, or nil.
    private func write(_ note: Note?) async -> String? {
        do {
            return try await edits.edit(note).text(in: texts)
        } catch {
            return texts[.notSaved].replacing("{reason}", with: CommandFailure(error, texts: texts).text)
        }
    }

    /// Draws the screen for the state, and again whenever a value that it used changes.
    private func draw() {
        guard !isOver else { return }
        let frame = withObservationTracking {
            follow(session.state)
            offerBiometrics()
            return compose()
        } onChange: { [post] in
            post.yield(.redraw)
        }
        console.show(frame)
    }

    /// Shows the state's screens. Those of the previous state are released with all their data.
    private func follow(_ state: SessionModel.State) {
        guard state != shownState else { return }
        shownState = state
        notes = nil
        stack = [root(of: state)]
        if state == .ready {
            run { [self] in
                try? workspace.environment.settings.saveServer()
                // Texts that could not be stored earlier, for example because the disk was full.
                await edits.recover()
                await notes?.load()
            }
        }
    }

    /// Releases all texts as soon as the app locks, even while the main loop waits for an editor.
    private func releaseWhenLocked() {
        let isReady = withObservationTracking {
            session.state == .ready
        } onChange: { [weak self] in
            Task { @MainActor in self?.releaseWhenLocked() }
        }
        guard !isReady, shownState == .ready else { return }
        // The next frame begins with the screen of the new state, even if the state is the same.
        (notes, stack, shownState) = (nil, [], nil)
    }

    /// Offers biometrics, only above the list of notes, so that nothing else is interrupted.
    private func offerBiometrics() {
        if stack.count == 1, session.shouldOfferBiometrics { stack.append(BiometricOfferScreen(session, texts: texts)) }
    }

    private func root(of state: SessionModel.State) -> any AppScreen {
        switch state {
        case .loading: return MessageScreen(texts[.loading])
        case .signedOut:
            // The method of the command line is used once: after signing out, the user chooses again.
            defer { method = nil }
            return SignInMethodScreen(
                session, workspace.means(), server: workspace.environment.settings.serverName, texts: texts,
                method: method)
        case .offeringPasscodeSetup: return OfferScreen(session, texts: texts)
        case .locked:
            return LockScreen(session, prompt: prompt, means: workspace.means(), texts: texts)
        case .ready:
            let notes = NotesModel(store: workspace.notes, drafts: workspace.drafts, texts: texts)
            self.notes = notes
            return NotesScreen(notes, session, means: workspace.means(), texts: texts)
        }
    }

    /// Returns the frame of the current screen.
    func compose() -> Frame {
        let chrome = Chrome(bar: bar, size: console.size)
        // C12: after a stop, nothing is shown until it is known whether the stop reached the timeout.
        guard !session.lockState.isCovered, let screen = stack.last else {
            return chrome.frame(ScreenContent(lines: [], keys: []))
        }
        return chrome.frame(screen.content(console.size))
    }

    private var bar: String {
        guard session.state == .ready, let email = session.user?.email else { return "Latchkey" }
        return "Latchkey · " + email
    }
}
