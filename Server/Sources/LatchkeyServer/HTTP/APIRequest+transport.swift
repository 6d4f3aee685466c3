import LatchkeyAPI

extension APIRequest {
    private struct TransportOnly: Decodable {
        let transport: String?
    }

    /// Throws `crossSiteRequest` when the body asks for a cookie and no page of this server sent it.
    ///
    /// To be called before the rest of the body is read: a refusal by origin comes before one by form.
    func refuseForeignCookie() throws {
        let transport = (try? decode(TransportOnly.self))?.transport
        if transport == SessionTransport.cookie.rawValue, !isSameOrigin { throw Problem(.crossSiteRequest) }
    }
}
