import Foundation
import Hummingbird
import LatchkeyAPI

/// Endpoints of pages and assets.
struct PageController: Sendable {
    let renderer: PageRenderer
    let assets: AssetLibrary
    let clock: any WallClock
    let publicAddress: PublicAddress
    /// The mailbox, only in development.
    let mailbox: MailboxReader?

    private static let paths = [
        "/", "/sign-in", "/sign-in/verify", "/lock", "/set-passcode", "/reset-passcode", "/disown",
        "/settings/security", "/activity", "/people", "/people/team", "/people/log",
    ]

    var endpoints: [Endpoint] {
        var endpoints = Self.paths.map { path in
            Endpoint(.get, path, .open { request, session in try show(path, to: request, by: session?.caller) })
        }
        endpoints += [
            Endpoint(
                .get, "/people/{id}",
                .open { request, session in
                    try show("/people/" + request.parameters.require("id"), to: request, by: session?.caller)
                }),
            Endpoint(.get, "/problems/{name}", isActivity: false, .open(showProblem)),
            Endpoint(.get, "/assets/{version}/{name}", .anonymous { try asset(["version", "name"], of: $0) }),
            // Scripts import each other by relative paths, and with them the texts in their directory.
            Endpoint(
                .get, "/assets/{version}/{name}/{script}",
                .anonymous { try asset(["version", "name", "script"], of: $0) }),
        ]
        // Pages of others load these without a version. In the browser's language: a failed database must not leave an
        // application's page uncovered.
        endpoints += AssetLibrary.embeddedScripts.map { script in
            Endpoint(.get, "/assets/\(script).js", .anonymous { try showEmbedded(script, to: $0) })
        }
        if let mailbox {
            endpoints.append(
                Endpoint(
                    .get, "/dev/mailbox", isActivity: false,
                    .open { request, _ in
                        await .html(renderer.html(.mailbox(mailbox.entries()), in: request.language))
                    }))
        }
        return endpoints
    }

    private func showProblem(_ request: APIRequest) throws -> APIResponse {
        try show("/problems/" + request.parameters.require("name"), to: request, by: nil)
    }

    private func showEmbedded(_ script: String, to request: APIRequest) throws -> APIResponse {
        var response = try asset([assets.version, request.language, script + ".js"])
        // Allows other origins to load the guard, which then explains why it does not work there.
        response.headers[.crossOriginResourcePolicy] = "cross-origin"
        return response
    }

    private func asset(_ parameters: [String], of request: APIRequest) throws -> APIResponse {
        try asset(parameters.map { try request.parameters.require($0) })
    }

    private func asset(_ path: [String]) throws -> APIResponse {
        guard let asset = assets.asset(at: path.joined(separator: "/")) else { throw Problem(.notFound) }
        return APIResponse(status: .ok, contentType: asset.contentType, body: Data(asset.bytes))
    }

    private func show(_ path: String, to request: APIRequest, by caller: Caller?) throws -> APIResponse {
        let viewer = PageViewer(caller, in: request.language)
        let texts = renderer.languages[request.language]
        let pageGuard = PageGuard(
            home: renderer.home, publicURL: publicAddress.url, now: clock.now.date, texts: texts)
        switch pageGuard.decide(path: path, query: request.rawQuery, viewer: viewer) {
        case .render(let page):
            let html = renderer.html(
                page, in: request.language, next: ReturnPath(query: request.rawQuery),
                isAdministrator: viewer.isAdministrator)
            var response = APIResponse.html(html)
            if case .lock = page, ["in-place", "again&in-place"].contains(request.rawQuery) {
                response.headers[.contentSecurityPolicy] = SecurityHeaders.policyInPlace
            }
            return response
        case .redirect(let destination): return .redirect(to: destination)
        case .reject(let problem): throw Problem(problem)
        case nil: throw Problem(.notFound)
        }
    }
}
