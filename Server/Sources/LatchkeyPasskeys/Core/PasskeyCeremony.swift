/// What a browser and an authenticator are asked for, as client data calls it
/// (https://www.w3.org/TR/webauthn-3/#dom-collectedclientdata-type).
package enum PasskeyCeremony: String, Sendable {
    case registration = "webauthn.create"
    case assertion = "webauthn.get"
}
