import Foundation
import LatchkeyCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request with its result. Only the first result counts.
final class URLSessionExchange: NSObject, URLSessionDataDelegate, Sendable {
    typealias Result = Swift.Result<TransportResponse, HTTPTransportError>

    private struct State: Sendable {
        var result: Result?
        var waiter: CheckedContinuation<Result, Never>?
        var session: URLSession?
        var body = Data()
    }

    private let maximumResponseSize: Int
    private let state = LockedValue(State())

    init(maximumResponseSize: Int) { self.maximumResponseSize = maximumResponseSize }

    /// Sends the request once. Returns immediately if ``finish(_:)`` was called first.
    func run(_ request: URLRequest, with configuration: URLSessionConfiguration) async -> Result {
        await withCheckedContinuation { waiter in
            let earlier = state.withLock { state in
                if state.result == nil {
                    state.waiter = waiter
                    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
                    state.session = session
                    session.dataTask(with: request).resume()
                }
                return state.result
            }
            if let earlier { waiter.resume(returning: earlier) }
        }
    }

    /// Ends the exchange and its connection.
    func finish(_ result: Result) {
        let (waiter, session) = state.withLock { state in
            guard state.result == nil else { return (nil, nil) as (CheckedContinuation<Result, Never>?, URLSession?) }
            state.result = result
            defer { (state.waiter, state.session) = (nil, nil) }
            return (state.waiter, state.session)
        }
        session?.invalidateAndCancel()
        waiter?.resume(returning: result)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // No other host may receive the token. The redirect itself is the response.
        completionHandler(nil)
        finish(.success(TransportResponse(response, body: Data())))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = state.withLock { state in
            // Compared first, so that never more than the limit is stored, even of data after the end.
            guard state.body.count + data.count <= maximumResponseSize else { return true }
            state.body.append(data)
            return false
        }
        if isTooLarge { finish(.failure(.responseTooLarge)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error {
            finish(.failure(HTTPTransportError(urlError: error)))
        } else if let response = task.response as? HTTPURLResponse {
            finish(.success(TransportResponse(response, body: state.withLock { $0.body })))
        } else {
            finish(.failure(.connectionLost))
        }
    }
}

extension TransportResponse {
    fileprivate init(_ response: HTTPURLResponse, body: Data) {
        var headers: [String: String] = [:]
        for case (let name, let value) as (String, String) in response.allHeaderFields { headers[name] = value }
        self.init(status: response.statusCode, headers: headers, body: body)
    }
}
