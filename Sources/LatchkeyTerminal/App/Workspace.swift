internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyLock
internal import LatchkeySession
internal import LatchkeySQLite
internal import LatchkeyUI

/// The environment of the app and of the commands that work on notes, with the notes and the drafts.
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
        // C16: an absent vault is no reason. It may be back at the next start, with a mount or from a backup.
        environment.session.eraseData = { [notes] in try? await notes.eraseAll() }
    }

    var session: SessionModel { environment.session }
    var texts: TerminalTexts { environment.texts }

    /// - Parameter hangUp: Tells the editor that the terminal goes away.
    func editSession(hangUp: @escaping @Sendable () -> Void = { kill(0, SIGHUP) }) -> EditSession {
        EditSession(
            drafts, directories: environment.settings.directories, owner: environment.settings.folder.identifier,
            editor: Editor(environment: environment.variables),
            hangUp: hangUp)
    }

    /// How people sign in to the server.
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
