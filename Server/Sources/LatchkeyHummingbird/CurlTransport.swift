import Foundation
import HTTPTypes
public import LatchkeyAPI
import LatchkeyHTTPClient

/// Sends requests through libcurl: no redirect, no proxy of the environment, a connection of its own for each request.
///
/// On Linux, Foundation's `URLSession` ends the process when a server closes the connection in the middle of the
/// headers (swift-corelibs-foundation issue 5285). A backend must survive that.
public struct CurlTransport: HTTPTransport {
    private static let maximumResponseSize = 64 * 1024

    public init() {}

    public func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
        var headers = HTTPFields()
        for (name, value) in request.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let wire = HTTPClientRequest(
            HTTPRequest.Method(rawValue: request.method.rawValue) ?? .get, request.url.absoluteString,
            headers: headers, body: request.body)
        let exchange = Task {
            try await HTTPClient.send(wire, timeout: request.timeout, maximumBody: Self.maximumResponseSize)
        }
        // libcurl may wait longer for the system's resolver of names.
        let deadline = Task {
            try await Task.sleep(for: request.timeout)
            exchange.cancel()
        }
        defer { deadline.cancel() }
        let result = await withTaskCancellationHandler {
            await exchange.result
        } onCancel: {
            exchange.cancel()
        }
        switch result {
        case .success(let response):
            var headers: [String: String] = [:]
            for field in response.headers { headers[field.name.rawName] = field.value }
            return TransportResponse(status: response.status, headers: headers, body: response.body)
        case .failure(let error): throw HTTPTransportError(error)
        }
    }
}

extension HTTPTransportError {
    fileprivate init(_ error: any Error) {
        self =
            switch error as? HTTPClientError {
            case .timedOut: .timedOut
            case .tooLarge: .responseTooLarge
            case .cancelled: .cancelled
            case .failed, nil: .connectionLost
            }
    }
}
