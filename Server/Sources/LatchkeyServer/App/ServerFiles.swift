/// What the server's own files hold: texts, pages, mails, assets and the API's description. They are read once, so that
/// one that is missing or broken stops the start and not a request.
struct ServerFiles: Sendable {
    let composer: MailComposer
    let assets: AssetLibrary
    let renderer: PageRenderer
    let openAPI: OpenAPIController

    /// - Throws: ``ResourcesError`` when one of them is missing or broken.
    init() throws {
        do {
            let languages = try Languages()
            composer = try MailComposer(languages: languages)
            assets = try AssetLibrary(languages: languages)
            renderer = try PageRenderer(languages: languages, version: assets.version)
            openAPI = try OpenAPIController()
        } catch {
            throw ResourcesError(folder: Resources.folder)
        }
    }
}
