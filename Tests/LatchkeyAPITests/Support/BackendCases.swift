import Foundation

/// The parts of `Backend/test/cases.json` that need no server: the middleware of each language reads them too.
struct BackendCases: Decodable {
    /// A passcode that was entered `ago` seconds ago, where it must be entered within some seconds.
    struct Age: Decodable {
        let ago: Int64
        let within: Int64
        let isFresh: Bool
    }

    /// Texts, and what requests begin with.
    let acceptedURLs: [String: String]
    let rejectedURLs: [String]
    let passcodes: [Age]

    static func load() throws -> BackendCases {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        return try JSONDecoder().decode(
            Self.self, from: Data(contentsOf: root.appending(path: "Backend/test/cases.json")))
    }
}
