import Foundation
import Testing

/// A case of `Backend/test/cases.json`: what Latchkey answers, and what a backend then answers to its app.
struct BackendCase: Decodable, CustomTestStringConvertible {
    /// A session whose passcode was entered this many seconds ago.
    struct Open: Decodable {
        let ago: Int
        var acr: String?
    }

    enum Ending: String, Decodable {
        /// Nothing more, on an open connection.
        case silence
        /// More of a header, slowly and without an end.
        case bytes
    }

    let name: String
    var open: Open?
    var body: String?
    var status: String?
    /// Blanks behind the body.
    var padding: Int?
    /// The body ends with the connection: there is no length.
    var unframed: Bool?
    /// With a `Location`.
    var leadsAway: Bool?
    /// In place of all this, the bytes on the connection.
    var raw: String?
    var then: Ending?
    let tickets: Int
    let refund: Int
    /// Whether the refund's 401 asks for the passcode.
    var stepUp: Bool?
    var invalidToken: Bool?

    var testDescription: String { name }

    /// The file is missing only in a broken checkout: then the one test that wants cases fails.
    static let all: [BackendCase] = {
        let file = BackendExample.root.appending(path: "Backend/test/cases.json")
        return (try? JSONDecoder().decode(File.self, from: Data(contentsOf: file)).answers) ?? []
    }()

    private struct File: Decodable {
        let answers: [BackendCase]
    }

    /// Answers the connection's request.
    func answer(_ connection: Connection, away: URL) {
        guard connection.readRequest() != nil else { return }
        connection.write(raw ?? response(away: away))
        switch then {
        case nil: break
        case .silence: connection.waitForClose()
        case .bytes:
            // The other side closes: no time is waited for.
            while connection.write("x") { Thread.sleep(forTimeInterval: 0.1) }
        }
    }

    private func response(away: URL) -> String {
        var body = self.body ?? ""
        if let open {
            let time = Int(Date().timeIntervalSince1970) - open.ago
            let acr = open.acr ?? "urn:latchkey:passcode"
            body = #"{"active":true,"locked":false,"sub":"ada","acr":"\#(acr)","auth_time":\#(time)}"#
        }
        body += String(repeating: " ", count: padding ?? 0)
        let location = leadsAway == true ? "Location: \(away)/\r\n" : ""
        let length = unframed == true ? "" : "Content-Length: \(body.utf8.count)\r\n"
        return "HTTP/1.1 \(status ?? "200 OK")\r\nContent-Type: application/json\r\n\(location)\(length)"
            + "Connection: close\r\n\r\n" + body
    }
}
