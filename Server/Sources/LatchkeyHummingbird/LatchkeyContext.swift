public import Hummingbird
public import LatchkeyAPI

/// A request context with the session that ``LatchkeyMiddleware`` found.
public protocol LatchkeyContext: RequestContext {
    /// The session of the request; nil outside of the middleware.
    var session: OpenSession? { get set }
}

extension LatchkeyContext {
    /// The session; throws `noToken` outside of the middleware.
    public var openSession: OpenSession {
        get throws(BackendRejection) {
            guard let session else { throw .noToken }
            return session
        }
    }
}
