import Foundation

/// The cases in `Backend/test/cases.json` that need no server, shared with the middleware in each language.
struct BackendCases: Decodable {
    /// A passcode entered `ago` seconds ago, with the maximum age `within`.
    struct Age: Decodable {
        let ago: Int64
        let within: Int64
        let isFresh: Bool
    }

    /// Settings of a server's URL, with the resulting prefix of requests.
    let acceptedURLs: [String: String]
    let rejectedURLs: [String]
    /// Secrets with the resulting Basic credentials of requests.
    let acceptedSecrets: [String: String]
    let rejectedSecrets: [String]
    /// `Authorization` headers with their tokens.
    let acceptedAuthorizations: [String: String]
    let rejectedAuthorizations: [String]
    let passcodes: [Age]

    static func load() throws -> BackendCases {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        return try JSONDecoder().decode(
            Self.self, from: Data(contentsOf: root.appending(path: "Backend/test/cases.json")))
    }
}
