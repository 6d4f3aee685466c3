import Foundation
import Testing

@testable import LatchkeyAPI

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct URLErrorTests {
    @Test(arguments: [
        (URLError.Code.notConnectedToInternet, HTTPTransportError.notConnected), (.cannotFindHost, .notConnected),
        (.cannotConnectToHost, .notConnected), (.networkConnectionLost, .connectionLost),
        (.badServerResponse, .connectionLost), (.timedOut, .timedOut), (.cancelled, .cancelled),
        (.serverCertificateUntrusted, .tls), (.secureConnectionFailed, .tls),
        (.unsupportedURL, .other(code: URLError.Code.unsupportedURL.rawValue)),
    ])
    func urlErrorCodesMapToTransportErrors(_ code: URLError.Code, _ expected: HTTPTransportError) {
        #expect(HTTPTransportError(urlError: URLError(code)) == expected)
    }

    @Test(arguments: [
        ("SSL certificate problem: self-signed certificate", HTTPTransportError.tls),
        ("transfer closed with 96 bytes remaining to read", .connectionLost), ("", .connectionLost),
    ])
    func curlErrorMessagesMapToTransportErrors(_ text: String, _ expected: HTTPTransportError) {
        let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])
        #expect(HTTPTransportError(urlError: error) == expected)
    }

    @Test func unknownErrorKeepsItsCode() {
        let error = NSError(domain: "x", code: 42)
        #expect(HTTPTransportError(urlError: error) == .other(code: 42))
    }
}
