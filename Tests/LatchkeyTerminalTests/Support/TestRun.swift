import ChildProcess
import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import Testing
import TerminalKit

@testable import LatchkeyTerminal

/// The in-process app of one user, in a pseudo terminal.
@MainActor
final class TestRun {
    static let passcode = "481920"

    let home: TestFolders
    let clock: ManualClock
    let terminal: PseudoTerminal
    let workspace: Workspace
    let app: FullScreenApp
    private var seen = ""
    private var running: Task<Void, Never>?

    /// Creates the app with a lock assembled like the program's, which is unique per process and storage.
    convenience init(_ home: TestFolders, server: FakeServer, storage: some SecureStorageProtocol) throws {
        let manual = ManualClock()
        var platform = AppEnvironment.platform(storage, biometrics: NoBiometrics(), clock: manual)
        platform.parameters = try Self.parameters
        let session = AppLock.account(
            platform, api: server, reason: "Unlock the test.", sessionLock: InProcessSessionLock())
        try self.init(home, session, platform.lifecycle, manual)
    }

    /// Returns the app of another process with the same storage.
    static func restarted(
        _ home: TestFolders, server: FakeServer, storage: some SecureStorageProtocol
    ) throws -> TestRun {
        let vault = Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: nil, installation: nil,
                policy: .destroySlots),
            parameters: try parameters)
        let lock = PasscodeService(vault: vault, biometrics: NoBiometrics(), reason: "Unlock the test.")
        let auth = AuthService(api: server, storage: storage, vault: vault, sessionLock: InProcessSessionLock())
        return try TestRun(
            home, SessionModel(auth: auth, lock: lock), AppLifecycleManager(initialState: .active), ManualClock())
    }

    private init(
        _ home: TestFolders, _ session: SessionModel, _ lifecycle: AppLifecycleManager, _ clock: ManualClock
    ) throws {
        (self.home, self.clock) = (home, clock)
        terminal = try PseudoTerminal()
        workspace = try Workspace(
            AppEnvironment(
                texts: .english, settings: home.settings, lifecycle: lifecycle, session: session,
                variables: home.environment))
        let console = try Console(TerminalDevice(path: terminal.path), colour: .none, texts: .english)
        let (hints, _) = AsyncStream.makeStream(of: TerminalText.self)
        app = FullScreenApp(
            workspace, console: console, hints: hints, edits: workspace.editSession(hangUp: {}), signals: NoSignals())
    }

    private static var parameters: ScryptParameters {
        get throws { try ScryptParameters(logN: 1, blockSize: 1, passes: 1) }
    }

    var session: SessionModel { workspace.session }

    /// Signs in, sets a passcode and saves a note.
    func prepare(note: String) async throws {
        await session.start()
        #expect(await session.signIn(with: .code("right", email: "ada@example.org")) == .signedIn)
        _ = await session.setPasscode(try #require(Passcode(Self.passcode)))
        _ = await session.confirmed()
        try #require(session.state == .ready)
        try await workspace.notes.save(Note(id: UUID(), text: note, modified: Date()))
    }

    func start() {
        running = Task {
            do { try await app.run() } catch { Issue.record(error) }
        }
    }

    /// Waits until the app draws the text, in the output since the last wait.
    func waits(for text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while !seen.contains(text) {
            seen += terminal.output()
            guard ContinuousClock.now < end else {
                Issue.record("\(text) is not in \(seen.debugDescription)", sourceLocation: sourceLocation)
                throw CancellationError()
            }
            await Task.yield()
        }
        seen = ""
    }

    /// Ends the app with Ctrl-C.
    func end() async throws {
        terminal.type("\u{3}")
        await running?.value
    }
}

/// A source without events, because signals belong to the test process.
struct NoSignals: LifecycleSource {
    func start(reportingTo lifecycle: AppLifecycleManager) async throws -> LifecycleRegistration {
        LifecycleRegistration {}
    }
}
