import LatchkeyEncoding

extension AdministratorClaim {
    /// Whether the claim has the value, alone or in a list; nil if the token does not have the claim.
    func isMet(by claims: TokenClaims) -> Bool? {
        switch claims.members[name] {
        case nil: nil
        case .string(let text): text.isExactly(value)
        case .array(let elements): elements.contains { $0.string?.isExactly(value) == true }
        default: false
        }
    }
}
