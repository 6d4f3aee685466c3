/// A kind of author of an act of administration.
enum AdministrationAuthor: String, Codable, CaseIterable, Sendable {
    case administrator
    /// The operator, with a command on the server.
    case `operator`
    /// The team's provider, by a claim.
    case provider
}
