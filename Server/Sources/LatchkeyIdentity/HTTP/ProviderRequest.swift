import LatchkeyCore

/// A request to the provider. It redacts itself, because forms contain codes and secrets.
package struct ProviderRequest: Sendable, RedactedSecrets {
    package let url: String
    /// The body, as `application/x-www-form-urlencoded`; nil for GET.
    package let form: String?
    /// The value of the `Authorization` header.
    package let authorization: String?

    package init(url: String, form: String? = nil, authorization: String? = nil) {
        self.url = url
        self.form = form
        self.authorization = authorization
    }
}
