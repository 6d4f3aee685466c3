import AsyncHTTPClient
import Foundation
import LatchkeyEncoding
import NIOCore
import NIOHTTP1

/// Asks a provider over the network. It follows no redirect: a code or a secret is for one address only.
package struct ProviderHTTP: ProviderHTTPProtocol {
    /// The largest answer that is read, in bytes.
    package static let maximumAnswer = 1 << 20

    /// The largest number of connections to one host.
    package static let maximumConnections = 40

    /// By which a provider says no to a form (RFC 6749, 5.2).
    private static let refusals: Set<UInt> = [400, 401, 403]

    private let http: HTTPClient
    private let deadline: Duration

    /// Call ``shutdown()`` when it is not needed any more.
    ///
    /// - Parameter deadline: For the whole exchange, to the last byte of the answer.
    package init(deadline: Duration = .seconds(10)) {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        // More than the exchanges under way at the same time, so that discovery and keys have connections left.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.maximumConnections
        // A provider that is not there is told of at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.deadline = deadline
    }

    /// Ends its connections.
    package func shutdown() async throws { try await http.shutdown() }

    package func fetch(_ request: ProviderRequest) async throws(IdentityError) -> ProviderResponse {
        do {
            return try await exchange(request)
        } catch let error as IdentityError {
            throw error
        } catch is NIOTooManyBytesError {
            throw .unavailable(.tooLarge)
        } catch let error as HTTPClientError {
            let isLate = [.deadlineExceeded, .readTimeout, .connectTimeout].contains(error)
            // A name only; a description could hold values.
            throw .unavailable(isLate ? .deadline : .unreachable(error.shortDescription))
        } catch {
            throw .unavailable(.unreachable("\(type(of: error))"))
        }
    }

    /// The client's own deadline counts until the answer's head has come; this one counts to the end of its body.
    private func exchange(_ request: ProviderRequest) async throws -> ProviderResponse {
        try await withThrowingTaskGroup(of: ProviderResponse.self) { group in
            group.addTask { [http, deadline] in
                let timeout = TimeAmount(deadline)
                let response = try await http.execute(Self.message(for: request), timeout: timeout)
                return try await Self.answer(response, toForm: request.form != nil)
            }
            group.addTask { [deadline] in
                try await Task.sleep(for: deadline)
                throw HTTPClientError.deadlineExceeded
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }

    private static func message(for request: ProviderRequest) -> HTTPClientRequest {
        var message = HTTPClientRequest(url: request.url)
        message.headers = ["Accept": "application/json"]
        if let authorization = request.authorization {
            message.headers.add(name: "Authorization", value: authorization)
        }
        if let form = request.form {
            message.method = .POST
            message.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
            message.body = .bytes(ByteBuffer(string: form))
        }
        return message
    }

    private static func answer(_ response: HTTPClientResponse, toForm isForm: Bool) async throws -> ProviderResponse {
        switch response.status.code {
        case 200: break
        case let status where isForm && refusals.contains(status): break
        case 300..<400: throw IdentityError.unavailable(.redirect)
        case let status: throw IdentityError.unavailable(.status(Int(status)))
        }
        guard isJSON(response.headers.first(name: "Content-Type")) else {
            // Only the token endpoint receives a form: 401 rejects the client (RFC 6749, 5.2).
            throw IdentityError.unavailable(response.status == .unauthorized ? .client : .notJSON)
        }
        let bytes = try await response.body.collect(upTo: maximumAnswer)
        guard let body = StrictJSON.value(of: bytes.readableBytesView)?.object else {
            throw IdentityError.unavailable(.notJSON)
        }
        let lifetime = CacheLifetime.of(
            cacheControl: response.headers["Cache-Control"], age: response.headers.first(name: "Age"))
        return ProviderResponse(status: Int(response.status.code), lifetime: lifetime, body: body)
    }

    /// `application/json`, or a type that is written as JSON: `application/jwk-set+json`.
    private static func isJSON(_ contentType: String?) -> Bool {
        let type = contentType?.prefix { $0 != ";" }.lowercased().trimmingCharacters(in: .whitespaces) ?? ""
        return type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
    }
}
