/// Registration or assertion, by the `type` of client data
/// (https://www.w3.org/TR/webauthn-3/#dom-collectedclientdata-type).
package enum PasskeyCeremony: String, Sendable {
    case registration = "webauthn.create"
    case assertion = "webauthn.get"
}
