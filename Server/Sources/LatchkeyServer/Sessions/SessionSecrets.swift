/// What a session is known by from now on. It leaves the server once, in the answer.
enum SessionSecrets: Sendable {
    case bearer(access: String, refresh: String)
    case cookie(String)
}
