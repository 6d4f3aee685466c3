/// The reason why a registration or assertion was rejected.
package enum PasskeyError: Error, Equatable, Sendable {
    /// The client data is not a JSON object, or lacks a member.
    case clientData
    /// The client data is of another ceremony.
    case type
    /// The challenge is wrong.
    case challenge
    /// The page has another origin.
    case origin
    /// The page was in a cross-origin frame.
    case crossOrigin
    /// The signature is for another relying party.
    case relyingParty
    /// The user was not present.
    case userPresence
    /// The authenticator did not verify the user.
    case userVerification
    /// The authenticator data does not match its flags.
    case authenticatorData
    /// The key's algorithm is unsupported, or the key is too weak.
    case algorithm
    /// The credential ID is empty or longer than 1023 bytes.
    case credentialID
    /// The signature is invalid.
    case signature
    /// The signature counter did not increase: the authenticator may have been cloned.
    case counter
    /// libfido2 ran out of memory.
    case unavailable
}
