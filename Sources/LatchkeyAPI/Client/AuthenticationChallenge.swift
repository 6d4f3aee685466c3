/// One challenge of a `WWW-Authenticate` header: a scheme, and what it says (RFC 9110, 11.3 and 11.6.1).
struct AuthenticationChallenge: Equatable {
    /// In lower case.
    let scheme: String
    /// By their names in lower case. Nil for a challenge that has one value instead, which is not kept: `Negotiate`.
    var parameters: [String: String]? = [:]

    /// Returns the challenges of the header, or of several headers that a transport has joined by commas. Nil when any
    /// of it is malformed, or a challenge has a parameter twice.
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

    /// The scheme, and what follows it up to the next comma.
    private static func first(in scanner: inout FieldScanner) -> AuthenticationChallenge? {
        guard let scheme = scanner.token() else { return nil }
        var challenge = AuthenticationChallenge(scheme: scheme.lowercased())
        guard scanner.skipBlanks(), !scanner.isAtEndOfElement else { return challenge }
        if let parameter = scanner.parameter() { return challenge.take(parameter) ? challenge : nil }
        guard scanner.skipSingleValue() else { return nil }
        challenge.parameters = nil
        return challenge
    }

    /// Returns whether the challenge can have the parameter.
    private mutating func take(_ parameter: (name: String, value: String)) -> Bool {
        guard var parameters, parameters.updateValue(parameter.value, forKey: parameter.name) == nil else {
            return false
        }
        self.parameters = parameters
        return true
    }
}
