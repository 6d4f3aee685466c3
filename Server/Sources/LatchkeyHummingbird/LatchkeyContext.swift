public import Hummingbird
public import LatchkeyAPI

/// A request context with the session that ``LatchkeyMiddleware`` found.
public protocol LatchkeyContext: RequestContext {
    /// Nil outside of the middleware.
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
