import Foundation
import Hummingbird
import LatchkeyAPI

/// Serves the pages and their assets.
struct PageController: Sendable {
    let renderer: PageRenderer
    let assets: AssetLibrary
    let clock: any WallClock
    let publicAddress: PublicAddress
    /// Shows the mails, in development only.
    let mailbox: MailboxReader?

    private static let paths = [
        "/", "/sign-in", "/sign-in/verify", "/lock", "/set-passcode", "/reset-passcode", "/disown",
        "/settings/security", "/activity",
    ]

    var endpoints: [Endpoint] {
        var endpoints = Self.paths.map { path in
            Endpoint(.get, path, .open) { request in try show(path, to: request) }
        }
        endpoints += [
            Endpoint(.get, "/problems/{name}", .anonymous, isActivity: false) { request in
                try show("/problems/" + request.parameters.require("name"), to: request)
            },
            Endpoint(.get, "/assets/{version}/{name}", .anonymous, isActivity: false) { request in
                try asset(["version", "name"].map { try request.parameters.require($0) })
            },
            // Applications name it without a version.
            Endpoint(.get, "/assets/\(AssetLibrary.guardScript)", .anonymous, isActivity: false) { request in
                var response = try asset([assets.version, request.language, AssetLibrary.guardScript])
                // So that a page of another origin is told why it does not work there, and does not go unguarded.
                response.headers[.crossOriginResourcePolicy] = "cross-origin"
                return response
            },
            // Scripts import each other by relative names, and with them the texts of the language of their folder.
            Endpoint(.get, "/assets/{version}/{name}/{script}", .anonymous, isActivity: false) { request in
                try asset(["version", "name", "script"].map { try request.parameters.require($0) })
            },
        ]
        if let mailbox {
            endpoints.append(
                Endpoint(.get, "/dev/mailbox", .open, isActivity: false) {
                    await .html(renderer.html(.mailbox(mailbox.entries()), in: $0.language))
                })
        }
        return endpoints
    }

    private func asset(_ path: [String]) throws -> APIResponse {
        guard let asset = assets.asset(at: path.joined(separator: "/")) else { throw Problem(.notFound) }
        return APIResponse(status: .ok, contentType: asset.contentType, body: Data(asset.bytes))
    }

    private func show(_ path: String, to request: APIRequest) throws -> APIResponse {
        let viewer = PageViewer(request.caller)
        let texts = renderer.languages[request.language]
        let pageGuard = PageGuard(
            home: renderer.home, publicURL: publicAddress.url, now: clock.now.date, texts: texts)
        switch pageGuard.decide(path: path, query: request.rawQuery, viewer: viewer) {
        case .render(let page):
            let html = renderer.html(page, in: request.language, next: ReturnPath(query: request.rawQuery))
            var response = APIResponse.html(html)
            if case .lock = page, ["in-place", "again&in-place"].contains(request.rawQuery) {
                response.headers[.contentSecurityPolicy] = SecurityHeaders.policyInPlace
            }
            return response
        case .redirect(let destination): return .redirect(to: destination)
        case nil: throw Problem(.notFound)
        }
    }
}
