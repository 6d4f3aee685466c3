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
        [
            Endpoint(
                .post, "/api/auth/introspect", isRoutine: true, body: .form, .anonymous(introspect),
                direct: introspectDirectly)
        ]
    }

    private func introspect(_ request: APIRequest) async throws -> APIResponse {
        let (token, isActivity) = try order(in: request)
        return APIResponse(try await gate.introspect(token, isActivity: isActivity))
    }

    private func introspectDirectly(_ request: DirectRequest, _ reply: @escaping @Sendable (APIResponse?) -> Void) {
        guard let (token, isActivity) = try? order(in: request) else { return reply(nil) }
        gate.findOpenSession(of: token, nil) { found in
            reply(found.map { APIResponse(gate.introspection(of: $0.session, at: $0.now, isActivity: isActivity)) })
        }
    }

    /// Returns the token of an authorized request, and whether it counts as activity.
    private func order(in request: some RequestFields) throws -> (token: String, isActivity: Bool) {
        try secret.demand(in: request.headers.value(of: .authorization), realm: "introspection")
        let token = try request.formValue("token")
        let rule = try ActivityRule(request.optionalFormValue("activity"), pointer: "/activity")
        return (token, rule.isActivity(request.headers))
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
