/// What a person shows of a mail: its link's token, or its code with the address.
enum OneTimeProof: Sendable {
    case token(String)
    case code(String, email: String)
}
