import Foundation
import Testing

/// A case of `Backend/test/cases.json`: Latchkey's response, and the backend's resulting response to its app.
struct BackendCase: Decodable, CustomTestStringConvertible {
    /// An unlocked session, whose passcode was entered `ago` seconds ago.
    struct Open: Decodable {
        let ago: Int
        var acr: String?
    }

    enum Ending: String, Decodable {
        /// Sends nothing, and keeps the connection open.
        case silence
        /// Sends the header slowly, without an end.
        case bytes
    }

    let name: String
    var open: Open?
    var body: String?
    var status: String?
    /// The number of spaces after the body.
    var padding: Int?
    /// Whether the body ends with the connection, without a length.
    var unframed: Bool?
    /// Whether the response has a `Location`.
    var leadsAway: Bool?
    /// A raw response, which replaces all other members.
    var raw: String?
    var then: Ending?
    let tickets: Int
    let refund: Int
    /// Whether the refund's 401 has a step-up challenge.
    var stepUp: Bool?
    var invalidToken: Bool?

    var testDescription: String { name }

    /// Empty if the file is missing, as in a broken checkout. One test requires cases.
    static let all: [BackendCase] = {
        let file = BackendExample.root.appending(path: "Backend/test/cases.json")
        return (try? JSONDecoder().decode(File.self, from: Data(contentsOf: file)).responses) ?? []
    }()

    private struct File: Decodable {
        let responses: [BackendCase]
    }

    /// Responds to the connection's request.
    func respond(_ connection: Connection, away: URL) {
        guard connection.readRequest() != nil else { return }
        connection.write(raw ?? response(away: away))
        switch then {
        case nil: break
        case .silence: connection.waitForClose()
        case .bytes:
            // Ends when the peer closes the connection.
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
