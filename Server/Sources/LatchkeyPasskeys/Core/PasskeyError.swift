/// Why a passkey's registration or assertion was refused.
package enum PasskeyError: Error, Equatable, Sendable {
    /// The client data is no JSON object, or lacks a member.
    case clientData
    /// The client data is of the other ceremony, or of none.
    case type
    /// The challenge is not the one that was given out.
    case challenge
    /// The page has another origin.
    case origin
    /// The page was in a frame of another origin.
    case crossOrigin
    /// The authenticator signed for another relying party.
    case relyingParty
    /// Nobody touched the authenticator.
    case userPresence
    /// The authenticator did not check who touched it.
    case userVerification
    /// The authenticator data is not of the form that its flags say.
    case authenticatorData
    /// The key is of none of the three algorithms, or too weak for its own.
    case algorithm
    /// The credential's identifier is empty or longer than 1023 bytes.
    case credentialID
    /// The signature is not by the key.
    case signature
    /// The authenticator's counter went back: there may be a copy of it.
    case counter
    /// libfido2 had no memory.
    case unavailable
}
