import Foundation
import Hummingbird

/// The endpoint of the OpenAPI document.
struct OpenAPIController: Sendable {
    private let document: Data

    init() throws {
        document = try Data(contentsOf: Resources.folder.appending(path: "openapi.yaml"))
    }

    var endpoints: [Endpoint] {
        // Media type of YAML: https://www.rfc-editor.org/rfc/rfc9512
        let response = APIResponse(status: .ok, contentType: "application/yaml", body: document)
        return [Endpoint(.get, "/openapi.yaml", .anonymous { _ in response })]
    }
}
