import Foundation
import LatchkeyAPI
import Testing

/// A browser that has opened the address of the terminal.
struct BrowserVisit {
    /// Where the terminal has sent it.
    let address: String
    private let cookie: String

    /// Opens the address.
    init(_ entry: String) async throws {
        let answer = try await URLSessionTransport().send(
            TransportRequest(method: .get, url: try #require(URL(string: entry)), timeout: .seconds(60)))
        address = try #require(answer.header("Location"))
        cookie = String(try #require(answer.header("Set-Cookie")).prefix { $0 != ";" })
    }

    /// Goes back to the terminal, and returns the page.
    func goBack(to address: String) async throws -> String {
        let page = try await URLSessionTransport().send(
            TransportRequest(
                method: .get, url: try #require(URL(string: address)), headers: ["Cookie": cookie],
                timeout: .seconds(60)))
        return String(decoding: page.body, as: UTF8.self)
    }
}
