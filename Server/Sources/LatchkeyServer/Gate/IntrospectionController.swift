import Hummingbird

/// The call by which a team's backend asks about a token that a client showed it (RFC 7662). It exists only when
/// `LATCHKEY_INTROSPECTION_SECRET` is set.
struct IntrospectionController: Sendable {
    let gate: GateService
    let secret: BasicPassword

    var endpoints: [Endpoint] {
        [
            Endpoint(
                .post, "/api/auth/introspect", .anonymous, isActivity: false, isRoutine: true, body: .form
            ) { [self] request in
                try secret.demand(in: request.authorization, realm: "introspection")
                return try .json(await gate.introspect(request.formValue("token")))
            }
        ]
    }
}
