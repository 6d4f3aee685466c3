import Foundation
import LatchkeyAPI
import Testing

/// A browser that has opened the terminal's address.
struct BrowserVisit {
    /// The target of the terminal's redirect.
    let address: String
    private let cookie: String

    /// Opens the address, and follows its redirect.
    init(_ entry: String) async throws {
        let response = try await URLSessionTransport().send(
            TransportRequest(method: .get, url: try #require(URL(string: entry)), timeout: .seconds(60)))
        address = try #require(response.header("Location"))
        cookie = String(try #require(response.header("Set-Cookie")).prefix { $0 != ";" })
    }

    /// Opens the return address at the terminal, and returns the page.
    func goBack(to address: String) async throws -> String {
        let page = try await URLSessionTransport().send(
            TransportRequest(
                method: .get, url: try #require(URL(string: address)), headers: ["Cookie": cookie],
                timeout: .seconds(60)))
        return String(decoding: page.body, as: UTF8.self)
    }
}
