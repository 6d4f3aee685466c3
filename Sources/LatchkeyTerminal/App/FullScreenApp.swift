internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyLifecycle
internal import LatchkeyLock
internal import LatchkeySession
internal import LatchkeyUI
internal import Observation
internal import TerminalKit

/// The app in a terminal of its own: draws the screen that belongs to the session's state, and hands it the keys.
@MainActor
final class FullScreenApp {
    /// What the loop waits for.
    private enum Event: Sendable {
        case key(Key)
        case size(TerminalSize)
        case redraw
    }

    private let workspace: Workspace
    private let console: Console
    private let desk: EditingDesk
    private let idle: IdleTimer
    private let hints: AsyncStream<TerminalText>
    private let prompt = FingerprintPrompt()
    private let events: AsyncStream<Event>
    private let post: AsyncStream<Event>.Continuation
    private var stack: [any AppScreen] = []
    private var shownState: SessionModel.State?
    private var notes: NotesModel?
    private var tasks: [UUID: Task<Void, Never>] = [:]
    private var isOver = false

    private var session: SessionModel { workspace.session }
    private var lifecycle: AppLifecycleManager { workspace.place.lifecycle }
    private var texts: TerminalTexts { workspace.texts }

    /// Shows nothing yet.
    ///
    /// - Parameters:
    ///   - workspace: What to show.
    ///   - console: Where.
    ///   - hints: What the fingerprint reader asks for.
    init(_ workspace: Workspace, console: Console, hints: AsyncStream<TerminalText>) {
        (self.workspace, self.console, self.hints) = (workspace, console, hints)
        desk = workspace.desk()
        idle = workspace.session.idleTimer()
        (events, post) = AsyncStream.makeStream(of: Event.self)
    }

    /// Runs until the person quits, and leaves the app locked and the terminal as it was.
    func run() async throws {
        let signals = try follow()
        defer { signals.cancel() }
        try console.enter()
        defer { console.leave() }
        let sizes = try console.sizes()
        let feeders = [
            Task { for await key in console.keys { post.yield(.key(key)) } },
            Task { for await size in sizes { post.yield(.size(size)) } },
            Task { await idle.run() },
            Task { for await hint in hints { prompt.show(hint, in: session.status.state) } },
            Task { await followDesktop() },
        ]
        defer { for feeder in feeders { feeder.cancel() } }
        draw()
        await desk.sweep()
        await session.start()
        for await event in events {
            await handle(event)
            if isOver { break }
            draw()
        }
        await finish()
    }

    private func follow() throws -> LifecycleRegistration {
        lifecycle.onBackground { await self.console.leave() }
        lifecycle.onBackground { await self.giveReaderBack() }
        lifecycle.onForeground { await self.resume() }
        lifecycle.onTerminate { await self.finish() }
        return try POSIXSignalLifecycleSource().start(reportingTo: lifecycle)
    }

    /// Until the task is cancelled. A task of its own: nobody waits for a system that does not answer.
    private func followDesktop() async {
        let registration = await Desktop.follow(reportingTo: lifecycle)
        let (never, end) = AsyncStream.makeStream(of: Never.self)
        await withTaskCancellationHandler {
            for await _ in never {}
        } onCancel: {
            end.finish()
        }
        registration.cancel()
    }

    /// A process that is stopped keeps what it has, and other programs would wait for the reader.
    private func giveReaderBack() async {
        await Task { await session.lock.promptIsDown() }.wait(atMost: .seconds(2))
    }

    private func resume() {
        // In the background it is not ours; the next SIGCONT takes it.
        try? console.enter()
        post.yield(.redraw)
    }

    /// The way out, whoever asked for it.
    private func finish() async {
        session.lock.requireLock()
        notes = nil
        stack = []
        // First: when its editor ends, the app would take the terminal again.
        console.close()
        await desk.close()
        await session.settle()
    }

    private func handle(_ event: Event) async {
        switch event {
        case .redraw: break
        case .size(let size): console.size = size
        case .key(let key):
            idle.touch()
            // Ctrl-C arrives as a key: the terminal is put in order before the app ends.
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
        let id = UUID()
        tasks[id] = Task {
            await work()
            tasks[id] = nil
            post.yield(.redraw)
        }
    }

    private func edit(_ note: Note?) async {
        guard await isStillSignedIn() else { return }
        // What biometrics alone guard is lost when the session is: only tokens, which can be had again.
        guard session.asksForPasscode else { return stack.append(SetPasscodeScreen(.set, session, texts: texts)) }
        let message = await console.lend { await write(note) }
        idle.touch()
        guard await isStillSignedIn(), session.state == .ready, let notes else { return }
        await notes.load()
        // The note on the screen is the old one.
        stack = Array(stack.prefix(1))
        notes.message = message
    }

    /// Another process of this person may have signed out and erased everything: this one then asks to sign in too, and
    /// writes no note that nobody could ever open.
    private func isStillSignedIn() async -> Bool {
        guard (try? await session.hasStoredSession()) == false else { return true }
        session.lock.requireLock()
        await session.start()
        return false
    }

    /// Returns what to tell, or nil.
    private func write(_ note: Note?) async -> String? {
        do {
            return try await desk.edit(note).text(in: texts)
        } catch {
            let reason = (error as? NoteError)?.text(in: texts) ?? "\(error)"
            return texts[.notSaved].replacing("{reason}", with: reason)
        }
    }

    /// Draws what the state asks for, and again when anything changes that was looked at.
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

    /// Another state has other screens; those of the former one go, with all that they hold.
    private func follow(_ state: SessionModel.State) {
        guard state != shownState else { return }
        shownState = state
        notes = nil
        stack = [root(of: state)]
        if state == .ready {
            run { [self] in
                try? workspace.place.rememberServer()
                // What could not be kept before, when the disk was full for instance.
                await desk.sweep()
                await notes?.load()
            }
        }
        if state == .signedOut { run { [self] in await workspace.eraseLeftovers() } }
    }

    /// Above the list of notes only: whoever is elsewhere is not interrupted.
    private func offerBiometrics() {
        if stack.count == 1, session.shouldOfferBiometrics { stack.append(BiometricOfferScreen(session, texts: texts)) }
    }

    private func root(of state: SessionModel.State) -> any AppScreen {
        switch state {
        case .loading: return MessageScreen(texts[.loading])
        case .signedOut:
            return SignInScreen(
                session, server: workspace.place.serverName, deviceName: workspace.deviceName, texts: texts)
        case .offeringPasscodeSetup: return OfferScreen(session, texts: texts)
        case .locked:
            return LockScreen(session, prompt: prompt, deviceName: workspace.deviceName, texts: texts)
        case .ready:
            let notes = NotesModel(store: workspace.notes, drafts: workspace.drafts, texts: texts)
            self.notes = notes
            return NotesScreen(notes, session, deviceName: workspace.deviceName, texts: texts)
        }
    }

    private func compose() -> Frame {
        let chrome = Chrome(bar: bar, size: console.size)
        // C12: back from a stop, nothing is shown until it is known whether it was too long.
        guard !session.status.state.isCovered, let screen = stack.last else {
            return chrome.frame(ScreenContent(lines: [], keys: []))
        }
        return chrome.frame(screen.content(console.size))
    }

    private var bar: String {
        guard session.state == .ready, let email = session.user?.email else { return "Latchkey" }
        return "Latchkey · " + email
    }
}
