import Foundation

/// A call of the API, before it is sent.
struct APICall: Sendable {
    var method: TransportRequest.Method
    /// The path from the server's root, percent-encoded.
    var path: String
    var query: [URLQueryItem] = []
    var accessToken: String?
    var body: Data?
    var repetition: Repetition

    /// Creates a call without a body.
    init(
        _ method: TransportRequest.Method, _ path: String, query: [URLQueryItem] = [], accessToken: String? = nil,
        _ repetition: Repetition
    ) {
        (self.method, self.path, self.query) = (method, path, query)
        (self.accessToken, self.repetition) = (accessToken, repetition)
        // Some proxies reject a POST without a length (411).
        self.body = method == .post ? Data("{}".utf8) : nil
    }

    /// Creates a call with a JSON body.
    init(
        _ method: TransportRequest.Method, _ path: String, accessToken: String? = nil, body: some Encodable,
        _ repetition: Repetition
    ) throws(APIError) {
        self.init(method, path, accessToken: accessToken, repetition)
        do {
            self.body = try WireFormat.makeEncoder().encode(body)
        } catch {
            // A body of strings, numbers and flags always encodes; the encoder's error could quote it.
            throw .invalidRequest([])
        }
    }

    /// Throws `unauthenticated` for a token that is invalid in a header: no server has issued it.
    func request(
        to server: ServerURL, _ languages: AcceptLanguage, timeout: Duration
    ) throws(APIError) -> TransportRequest {
        var parts = URLComponents(url: server.url, resolvingAgainstBaseURL: false)
        parts?.percentEncodedPath += path
        if !query.isEmpty { parts?.queryItems = query }
        guard let url = parts?.url else { throw .notFound }
        var headers = ["Accept": "application/json, application/problem+json"]
        headers["Accept-Language"] = languages.value
        if body != nil { headers["Content-Type"] = "application/json; charset=utf-8" }
        if let accessToken {
            guard !accessToken.isEmpty, accessToken.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
                throw .unauthenticated
            }
            headers["Authorization"] = "Bearer " + accessToken
        }
        return TransportRequest(method: method, url: url, headers: headers, body: body, timeout: timeout)
    }
}
