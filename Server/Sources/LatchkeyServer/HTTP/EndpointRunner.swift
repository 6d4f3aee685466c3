import Foundation
import Hummingbird
import LatchkeyAPI
import NIOCore

/// Checks a request in the order that the contract gives, and then lets the endpoint answer it.
struct EndpointRunner: Sendable {
    let authenticator: SessionAuthenticator
    let touches: SessionTouches
    let unreadable: UnreadableRows
    let origin: RequestOrigin
    let clientAddress: ClientAddress
    let languages: Languages

    func run(_ endpoint: Endpoint, _ request: Request, _ context: ServerRequestContext) async throws -> APIResponse {
        let isSafe = request.method == .get || request.method == .head
        let body = isSafe || endpoint.body == .none ? Data() : try await readBody(request, of: endpoint)
        let credential = Self.credential(in: request.headers)
        let caller = try await caller(of: credential, endpoint.access)
        let isSameOrigin = origin.isSame(request.headers)
        if caller != nil, credential?.transport == .cookie, !isSafe, !isSameOrigin {
            throw Problem(.crossSiteRequest)
        }
        if case .session(let need) = endpoint.access, let problem = caller?.refusal(of: need) { throw problem }
        let isActive = endpoint.isActivity && caller.map { $0.refusal(of: .ready) == nil } ?? false
        let asked = APIRequest(
            credential: credential, caller: caller, body: body, head: request, context: context,
            client: ClientInfo(
                ip: clientAddress.of(request.headers, connection: context.remoteAddress?.ipAddress)),
            isSameOrigin: isSameOrigin, languages: languages)
        do {
            let response = try await endpoint.answer(asked)
            if isActive, let caller { touch(caller) }
            return response
        } catch let problem as Problem {
            if isActive, let caller, problem.isActivity { touch(caller) }
            throw problem
        }
    }

    private func touch(_ caller: Caller) {
        touches.note(caller.session.id, lastActiveAt: caller.session.lastActiveAt, at: caller.now)
    }

    private func readBody(_ request: Request, of endpoint: Endpoint) async throws -> Data {
        // A body that is announced as too large is not waited for.
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard announced <= endpoint.maximumBodySize else { throw Problem(.payloadTooLarge) }
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: endpoint.maximumBodySize)
        } catch is NIOTooManyBytesError {
            throw Problem(.payloadTooLarge)
        }
        let body = Data(buffer.readableBytesView)
        if !body.isEmpty {
            let mediaType = request.headers[.contentType]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
            guard mediaType?.lowercased() == endpoint.body.mediaType else { throw Problem(.unsupportedMediaType) }
        }
        return body
    }

    /// The `Authorization` header comes before the cookie.
    private static func credential(in fields: HTTPFields) -> Credential? {
        if let header = fields[.authorization] {
            let parts = header.split(separator: " ", maxSplits: 1)
            let isBearer = parts.first?.lowercased() == "bearer" && parts.count == 2
            return Credential(secret: isBearer ? String(parts[1]) : "", transport: .bearer)
        }
        return SessionCookie.value(in: fields).map { Credential(secret: $0, transport: .cookie) }
    }

    private func caller(of credential: Credential?, _ access: Access) async throws -> Caller? {
        if case .anonymous = access { return nil }
        do {
            guard let credential else { throw Problem(.unauthenticated) }
            return try await authenticator.caller(credential)
        } catch let problem as Problem {
            if case .open = access { return nil }
            throw problem
        } catch let error as UnreadableRowError {
            // A browser with such a session can still sign in, and out.
            guard case .open = access else { throw error }
            unreadable.setAside(error)
            return nil
        }
    }
}

extension Problem {
    /// A failed check, and a refusal by the lock or by origin, do not show that the owner is at work.
    fileprivate var isActivity: Bool {
        ![.incorrectPasscode, .invalidPasskey, .crossSiteRequest, .passcodeRequired, .locked, .unauthenticated]
            .contains(kind)
    }
}
