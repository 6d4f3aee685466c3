internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyLock
internal import LatchkeySession
internal import LatchkeySQLite
internal import LatchkeyUI

/// The environment of the app and of the commands for notes, with the notes and the drafts.
@MainActor
struct Workspace {
    let environment: AppEnvironment
    let notes: NoteStore
    let drafts: DraftStore

    init(_ environment: AppEnvironment) throws {
        self.environment = environment
        let records = try SQLitePersistence(url: environment.settings.folder.notes)
        notes = NoteStore(persistence: records, vault: environment.vault)
        drafts = DraftStore(persistence: records, vault: environment.vault)
        // C16: an absent vault is no reason to erase. It may exist again at the next start, after a mount or from a
        // backup.
        environment.session.eraseData = { [notes] in try? await notes.eraseAll() }
    }

    var session: SessionModel { environment.session }
    var texts: TerminalTexts { environment.texts }

    /// Returns a session for the user's edits.
    ///
    /// - Parameter hangUp: Reports to the editor that the terminal closes.
    func editSession(hangUp: @escaping @Sendable () -> Void = { kill(0, SIGHUP) }) -> EditSession {
        EditSession(
            drafts, directories: environment.settings.directories, owner: environment.settings.folder.identifier,
            editor: Editor(environment: environment.variables),
            hangUp: hangUp)
    }

    /// Returns the dependencies of a provider sign-in.
    func means() -> ProviderSignInModel.Means {
        let (server, transport) = (environment.settings.server, URLSessionTransport())
        let browser = Browser(environment: environment.variables)
        return ProviderSignInModel.Means(
            client: LatchkeyClient(server: server, transport: transport, timeout: .seconds(5), retries: .none),
            http: ProviderHTTP(transport: transport),
            openBrowser: browser.map { browser in { @Sendable address in browser.open(address) } },
            deviceName: deviceName)
    }

    private var deviceName: String? {
        let name = ProcessInfo.processInfo.hostName.filter { $0.isASCII && !$0.isWhitespace }.prefix(40)
        return name.isEmpty ? nil : String(name)
    }
}
