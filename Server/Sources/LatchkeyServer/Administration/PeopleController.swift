import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyAPI
import NIOCore

/// Endpoints with which administrators see accounts and the log.
struct PeopleController: Sendable {
    static let path = "/api/admin/people"
    /// The number of entries that an export reads together.
    private static let exportedPage = 1000

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
        let (filter, before) = try query(request)
        return try .json(await people.log(filter, before: before, limit: 50, for: session.caller))
    }

    private func exportLog(_ request: APIRequest, _ session: Authentication) async throws -> APIResponse {
        let (filter, before) = try query(request)
        // Errors of the first page become a problem; later ones end the connection within the body.
        let caller = session.caller
        let first = try await people.log(filter, before: before, limit: Self.exportedPage, for: caller)
        var response = APIResponse(status: .ok, contentType: "text/csv; charset=utf-8", body: Data())
        response.headers[.contentDisposition] = "attachment; filename=\"latchkey-log.csv\""
        response.stream = ResponseBody { [people] writer in
            try await writer.write(ByteBuffer(string: AdministrationLogPage.csvHeader + first.csv))
            var page = first
            while let before = page.next.flatMap({ Int64($0) }) {
                do {
                    page = try await people.log(filter, before: before, limit: Self.exportedPage, for: caller)
                } catch {
                    throw StreamError(underlying: error)
                }
                try await writer.write(ByteBuffer(string: page.csv))
            }
            try await writer.finish(nil)
        }
        return response
    }

    private func query(_ request: APIRequest) throws -> (filter: AdministrationFilter, before: Int64) {
        let before = try Input.number(request.queryValue("before"), named: "before", 1...(.max), default: .max)
        let filter = try AdministrationFilter(
            account: request.queryValue("person"), act: request.queryValue("act"))
        return (filter, before)
    }
}

extension APIResponse {
    /// Returns an account with its tag. `If-Match` compares tags strongly, but compression by a proxy weakens them.
    static func person(_ person: (report: PersonReport, tag: String)) throws -> APIResponse {
        var response = try json(person.report)
        response.headers[.eTag] = person.tag
        response.headers[.cacheControl] = "no-store, no-transform"
        return response
    }
}
