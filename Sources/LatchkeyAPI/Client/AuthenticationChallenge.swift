/// A challenge of a `WWW-Authenticate` header: a scheme and its parameters (RFC 9110, 11.3 and 11.6.1).
struct AuthenticationChallenge: Equatable {
    /// The scheme in lower case.
    let scheme: String
    /// The parameters by their names in lower case. Nil for a challenge with a single value instead, such as
    /// `Negotiate`, which is not stored.
    var parameters: [String: String]? = [:]

    /// Returns the challenges of the header, or of several headers that a transport has joined by commas. Returns nil
    /// if any part is malformed, or a challenge has a parameter twice.
    static func list(_ header: String) -> [AuthenticationChallenge]? {
        var scanner = FieldScanner(header)
        var challenges: [AuthenticationChallenge] = []
        while scanner.moveToElement() {
            if let parameter = scanner.parameter() {
                guard var last = challenges.popLast(), last.take(parameter) else { return nil }
                challenges.append(last)
            } else {
                guard let challenge = first(in: &scanner) else { return nil }
                challenges.append(challenge)
            }
            guard scanner.isAtEndOfElement else { return nil }
        }
        return challenges
    }

    /// Parses the scheme and the text after it, up to the next comma.
    private static func first(in scanner: inout FieldScanner) -> AuthenticationChallenge? {
        guard let scheme = scanner.token() else { return nil }
        var challenge = AuthenticationChallenge(scheme: scheme.lowercased())
        guard scanner.skipBlanks(), !scanner.isAtEndOfElement else { return challenge }
        if let parameter = scanner.parameter() { return challenge.take(parameter) ? challenge : nil }
        guard scanner.skipSingleValue() else { return nil }
        challenge.parameters = nil
        return challenge
    }

    /// Adds the parameter. Returns whether the challenge can have it.
    private mutating func take(_ parameter: (name: String, value: String)) -> Bool {
        guard var parameters, parameters.updateValue(parameter.value, forKey: parameter.name) == nil else {
            return false
        }
        self.parameters = parameters
        return true
    }
}
