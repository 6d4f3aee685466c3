import Foundation
import Hummingbird
import LatchkeyAPI
import NIOCore

/// The checks of a request in the documented order, before its endpoint's handler.
struct EndpointRunner: Sendable {
    let authenticator: SessionAuthenticator
    let activityRecorder: ActivityRecorder
    let unreadable: UnreadableRows
    let origin: RequestOrigin
    let clientAddress: ClientAddress
    let languages: Languages

    func run(_ endpoint: Endpoint, _ request: Request, _ context: ServerRequestContext) async throws -> APIResponse {
        let isSafe = request.method == .get || request.method == .head
        let body = isSafe || endpoint.body == .none ? Data() : try await readBody(request, of: endpoint)
        let isSameOrigin = origin.isSame(request.headers)
        func checked(of session: Authentication?) throws -> APIRequest {
            if session?.credential.transport == .cookie, !isSafe, !isSameOrigin { throw Problem(.crossSiteRequest) }
            return APIRequest(
                body: body, head: request, context: context,
                client: ClientInfo(
                    ip: clientAddress.of(request.headers, connection: context.remoteAddress?.ipAddress)),
                isSameOrigin: isSameOrigin, languages: languages, accountLanguage: language(of: session))
        }
        switch endpoint.handler {
        case .anonymous(let respond):
            return try await respond(checked(of: nil))
        case .open(let respond):
            let session = try await sessionIfAny(of: request)
            let request = try checked(of: session)
            return try await recording(endpoint, session) { try await respond(request, session) }
        case .session(let requirement, let respond):
            let session = try await session(of: request)
            let request = try checked(of: session)
            _ = try session.caller.meeting(requirement)
            return try await recording(endpoint, session) { try await respond(request, session) }
        }
    }

    /// Returns the language of a page about an error, which does not wait for a failed database again.
    func language(of request: Request, after error: any Error) async -> String {
        let session = error is StoreError ? nil : try? await sessionIfAny(of: request)
        return language(of: session) ?? languages.preferred(request.headers[.acceptLanguage])
    }

    private func language(of session: Authentication?) -> String? {
        languages.available(session?.caller.account.language)
    }

    /// Records activity of the session, unless the lock or a failed verification rejected the request.
    private func recording(
        _ endpoint: Endpoint, _ session: Authentication?, _ respond: () async throws -> APIResponse
    ) async throws -> APIResponse {
        guard endpoint.isActivity, let caller = session?.caller, caller.rejection(of: .ready) == nil else {
            return try await respond()
        }
        do {
            let response = try await respond()
            touch(caller)
            return response
        } catch let problem as Problem {
            if problem.isActivity { touch(caller) }
            throw problem
        }
    }

    private func touch(_ caller: Caller) {
        activityRecorder.note(caller.session.id, lastActiveAt: caller.session.lastActiveAt, at: caller.now)
    }

    private func readBody(_ request: Request, of endpoint: Endpoint) async throws -> Data {
        // Rejects a body that is announced as too large without waiting for it.
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

    private func session(of request: Request) async throws -> Authentication {
        guard let credential = Credential(in: request.headers) else { throw Problem(.unauthenticated) }
        return Authentication(credential: credential, caller: try await authenticator.caller(credential))
    }

    private func sessionIfAny(of request: Request) async throws -> Authentication? {
        do {
            return try await session(of: request)
        } catch is Problem {
            return nil
        } catch let error as InvalidRowError {
            // A browser with such a session can still sign in and out.
            unreadable.quarantine(error)
            return nil
        }
    }
}

extension Problem {
    /// Whether the request counts as activity. A failed verification, and a rejection by lock or origin, do not prove
    /// the owner's presence.
    fileprivate var isActivity: Bool {
        ![.incorrectPasscode, .invalidPasskey, .crossSiteRequest, .passcodeRequired, .locked, .unauthenticated]
            .contains(kind)
    }
}
