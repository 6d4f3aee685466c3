/// The files of the program: texts, pages, emails, assets and the OpenAPI document. Read once, so that a missing or
/// damaged file stops the start instead of failing requests.
struct ServerFiles: Sendable {
    let composer: EmailComposer
    let assets: AssetLibrary
    let renderer: PageRenderer
    let openAPI: OpenAPIController

    /// Reads the files. Throws ``ResourcesError`` if one of them is missing or damaged.
    init() throws {
        do {
            let languages = try Languages()
            composer = try EmailComposer(languages: languages)
            assets = try AssetLibrary(languages: languages)
            renderer = try PageRenderer(languages: languages, version: assets.version)
            openAPI = try OpenAPIController()
        } catch {
            throw ResourcesError(folder: Resources.folder)
        }
    }
}
