import Foundation
import Hummingbird

/// Serves the OpenAPI document of the API.
struct OpenAPIController: Sendable {
    private let document: Data

    init() throws {
        document = try Data(contentsOf: Resources.folder.appending(path: "openapi.yaml"))
    }

    var endpoints: [Endpoint] {
        // https://www.rfc-editor.org/rfc/rfc9512
        let response = APIResponse(status: .ok, contentType: "application/yaml", body: document)
        return [Endpoint(.get, "/openapi.yaml", .anonymous { _ in response })]
    }
}
