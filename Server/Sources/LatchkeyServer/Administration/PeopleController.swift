import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyAPI

/// Endpoints with which administrators see accounts and the log.
struct PeopleController: Sendable {
    static let path = "/api/admin/people"

    let people: PeopleService

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, Self.path, .session(.administrator, list)),
            Endpoint(.get, Self.path + "/{id}", .session(.administrator, show)),
            Endpoint(.get, "/api/admin/team", .session(.administrator) { _, _ in try .json(await people.team()) }),
            Endpoint(.get, "/api/admin/log", .session(.administrator, showLog)),
            Endpoint(.get, "/api/admin/log.csv", .session(.administrator, exportLog)),
        ]
    }

    private func list(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let query = try PeopleQuery(
            prefix: request.queryValue("query"), state: request.queryValue("state"),
            after: request.queryValue("after"))
        return try .json(await people.list(query))
    }

    private func show(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        try .person(await people.person(request.parameters.require("id")))
    }

    private func showLog(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        try .json(await log(request, limit: 50))
    }

    private func exportLog(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let page = try await log(request, limit: 10_000)
        var response = APIResponse(status: .ok, contentType: "text/csv; charset=utf-8", body: Data(page.csv.utf8))
        response.headers[.contentDisposition] = "attachment; filename=\"latchkey-log.csv\""
        return response
    }

    private func log(_ request: APIRequest, limit: Int) async throws -> AdministrationLogPage {
        let before = try Input.number(request.queryValue("before"), named: "before", 1...(.max), default: .max)
        let filter = try AdministrationFilter(
            account: request.queryValue("person"), act: request.queryValue("act"))
        return try await people.log(filter, before: before, limit: limit)
    }
}

extension APIResponse {
    /// Returns an account with its tag.
    static func person(_ person: (report: PersonReport, tag: String)) throws -> APIResponse {
        var response = try json(person.report)
        response.headers[.eTag] = person.tag
        return response
    }
}
