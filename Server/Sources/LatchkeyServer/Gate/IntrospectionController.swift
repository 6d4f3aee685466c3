import Foundation
import Hummingbird
import LatchkeyAPI
import LatchkeyEncoding

/// The endpoint with which a team's backend introspects a client's token (RFC 7662). It exists only if
/// `LATCHKEY_INTROSPECTION_SECRET` is set.
struct IntrospectionController: Sendable {
    let gate: GateService
    let secret: BasicPassword

    var endpoints: [Endpoint] {
        [Endpoint(.post, "/api/auth/introspect", isRoutine: true, body: .form, .anonymous(introspect))]
    }

    private func introspect(_ request: APIRequest) async throws -> APIResponse {
        try secret.demand(in: request.authorization, realm: "introspection")
        let token = try request.formValue("token")
        let rule = try ActivityRule(request.optionalFormValue("activity"), pointer: "/activity")
        return APIResponse(try await gate.introspect(token, isActivity: rule.isActivity(request.head.headers)))
    }
}

extension APIResponse {
    /// Creates the response's JSON like the JSON encoder, but faster.
    init(_ introspection: TokenIntrospection) {
        var text = JSONObjectText()
        text.add("acr", introspection.contextClass)
        text.add("active", introspection.active)
        text.add("auth_time", introspection.authenticationTime)
        text.add("email", introspection.email)
        text.add("exp", introspection.expirationTime)
        text.add("iss_sub", introspection.identity.map(JSONObjectText.init))
        text.add("locked", introspection.locked)
        text.add("passcode_required", introspection.passcodeRequired)
        text.add("sub", introspection.userID)
        self.init(status: .ok, contentType: "application/json; charset=utf-8", body: Data(text.bytes))
    }
}

extension JSONObjectText {
    fileprivate init(_ person: TokenIntrospection.ProviderSubject) {
        self.init()
        add("format", person.format)
        add("iss", person.issuer)
        add("sub", person.subject)
    }
}
