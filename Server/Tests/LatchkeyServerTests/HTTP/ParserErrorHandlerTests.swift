import Foundation
import HTTPTypes
import LatchkeyAPI
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import LatchkeyServer

@Suite struct ParserErrorHandlerTests {
    @Test("V12 ASVS-16.5.4 invalid HTTP is a problem document with all headers")
    func invalidHTTPIsAProblemDocumentWithAllHeaders() throws {
        let parts = try written(HTTPResponse(status: .badRequest, headerFields: [.contentLength: "0"]))
        guard case .head(let head) = parts.first, parts.count == 3, case .body(let body) = parts[1] else {
            Issue.record("head, body and end were expected")
            return
        }
        #expect(head.headerFields[.contentType] == "application/problem+json")
        #expect(head.headerFields[.contentLength] == String(body.readableBytes))
        #expect(head.headerFields[.cacheControl] == "no-store")
        #expect(head.headerFields[.contentSecurityPolicy] == SecurityHeaders.contentSecurityPolicy)
        let problem = try WireFormat.makeDecoder().decode(Problem.self, from: Data(body.readableBytesView))
        #expect(problem.type == "/problems/invalid-request")
    }

    @Test func otherResponsesAreUnchanged() throws {
        let own = HTTPResponse(status: .badRequest, headerFields: [.contentType: "application/problem+json"])
        for response in [own, HTTPResponse(status: .noContent)] {
            let parts = try written(response)
            #expect(parts.count == 2)
            guard case .head(let head) = parts.first else { continue }
            #expect(head == response)
        }
    }

    /// Returns the parts written for this head and its end.
    private func written(_ head: HTTPResponse) throws -> [HTTPResponsePart] {
        let headers = SecurityHeaders(isHTTPS: false)
        let channel = EmbeddedChannel(handler: ParserErrorHandler(headers: headers))
        try channel.writeOutbound(HTTPResponsePart.head(head))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        var parts: [HTTPResponsePart] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) { parts.append(part) }
        return parts
    }
}
