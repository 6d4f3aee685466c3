import LatchkeyCore
package import LatchkeyEncoding

/// A response of the provider: one JSON object.
package struct ProviderResponse: Sendable, RedactedSecrets {
    package let status: Int
    /// The time for which the response may be cached.
    package let lifetime: Duration
    package let body: JSONObject

    package init(status: Int, lifetime: Duration, body: JSONObject) {
        self.status = status
        self.lifetime = lifetime
        self.body = body
    }
}
