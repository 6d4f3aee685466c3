import LatchkeyCore

/// A question to the provider. It shows nothing of itself: a form holds codes and secrets.
package struct ProviderRequest: Sendable, RedactedSecrets {
    package let url: String
    /// What is posted, as `application/x-www-form-urlencoded`; nil for a GET.
    package let form: String?
    /// The value of the header of that name.
    package let authorization: String?

    package init(url: String, form: String? = nil, authorization: String? = nil) {
        self.url = url
        self.form = form
        self.authorization = authorization
    }
}
