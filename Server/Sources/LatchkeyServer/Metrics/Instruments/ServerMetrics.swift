/// The counters of this process. No label value comes from a request (V10).
struct ServerMetrics: Sendable {
    enum AttemptResult: String, CaseIterable, Sendable {
        case right
        case wrong
        /// An attempt was not settled in time; it counts as a failure.
        case expired
    }

    enum PasskeyResult: String, CaseIterable, Sendable {
        case accepted
        case rejected = "refused"
    }

    enum DeviceUnlockResult: String, CaseIterable, Sendable {
        /// A new attempt.
        case evaluated
        /// The latest attempt again.
        case repeated
        /// The device has opened its vault.
        case finished
    }

    enum Block: String, CaseIterable, Sendable {
        /// The tenth consecutive failure ended a session.
        case session
        /// The thirtieth consecutive failure blocked an account's passcode.
        case account
        /// A device that was shut, by its owner or after the tenth failure.
        case device
    }

    enum EmailResult: String, CaseIterable, Sendable {
        case sent
        /// A failed attempt, which may be retried.
        case failed
    }

    enum ResponseClass: String, CaseIterable, Sendable {
        case success = "2xx"
        case redirection = "3xx"
        case clientError = "4xx"
        case serverError = "5xx"
    }

    let attempts = LabelledCounter<AttemptResult>(
        "latchkey_passcode_attempts_total", "Passcode attempts by result.", label: "result")
    let passkeyUnlocks = LabelledCounter<PasskeyResult>(
        "latchkey_passkey_unlocks_total", "Attempts to unlock with a passkey.", label: "result")
    let deviceUnlocks = LabelledCounter<DeviceUnlockResult>(
        "latchkey_device_unlocks_total", "Unlock attempts of devices, and devices that opened.", label: "result")
    let blocks = LabelledCounter<Block>(
        "latchkey_passcode_blocks_total", "Sessions ended, passcodes blocked and devices shut.", label: "scope")
    let emails = LabelledCounter<EmailResult>(
        "latchkey_mails_total", "Emails sent, and failed attempts to send one.", label: "result")
    let responses = LabelledCounter<ResponseClass>(
        "latchkey_http_responses_total", "HTTP responses by status class.", label: "class")
    let kdfDuration = DurationHistogram(
        "latchkey_kdf_duration_seconds", "Duration of an Argon2id evaluation in seconds, without waiting for a permit.")

    func countResponse(status: Int) {
        switch status {
        case ..<300: responses.count(.success)
        case ..<400: responses.count(.redirection)
        case ..<500: responses.count(.clientError)
        default: responses.count(.serverError)
        }
    }
}
