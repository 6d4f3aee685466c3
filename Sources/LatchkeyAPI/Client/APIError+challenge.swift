extension APIError {
    /// Parses the `WWW-Authenticate` header of a backend's 401. The result is ``passcodeTooOld(maxAge:)`` if the header
    /// requires the passcode (RFC 9470, 3); nil otherwise, and for a malformed header.
    ///
    /// ```swift
    /// case 401: throw APIError(challenge: response.header("WWW-Authenticate")) ?? .unauthenticated
    /// ```
    ///
    /// The challenge is `Bearer error="insufficient_user_authentication", max_age="300"`, possibly among others. A
    /// challenge that requires another kind of authentication in `acr_values` is nil, since a passcode does not satisfy
    /// it.
    public init?(challenge header: String?) {
        guard let header, let challenges = AuthenticationChallenge.list(header) else { return nil }
        let found = challenges.first {
            $0.scheme == "bearer" && $0.parameters?["error"] == "insufficient_user_authentication"
        }
        guard let parameters = found?.parameters else { return nil }
        if let classes = parameters["acr_values"] {
            guard classes.split(separator: " ").contains(Substring(TokenIntrospection.passcode)) else { return nil }
        }
        guard let age = parameters["max_age"] else {
            self = .passcodeTooOld(maxAge: nil)
            return
        }
        guard !age.isEmpty, age.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        // A hundred years at most, like the gate.
        self = .passcodeTooOld(maxAge: .seconds(min(Int64(age) ?? .max, 3_153_600_000)))
    }
}
