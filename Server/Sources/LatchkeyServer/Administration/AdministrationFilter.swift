import LatchkeyAPI

/// A filter of the log of administration.
enum AdministrationFilter: Equatable, Sendable {
    case all
    case account(String)
    case act(AdministrationAct)

    /// Reads the filter of a query. Throws `invalidRequest` for both filters, or an unknown act.
    init(account: String?, act: String?) throws {
        switch (account, act) {
        case (nil, nil): self = .all
        case (let id?, nil): self = .account(id)
        case (nil, let word?):
            guard let act = AdministrationAct(rawValue: word) else {
                let acts = AdministrationAct.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem.invalidRequest("", "act must be one of \(acts). Omit it for all acts.")
            }
            self = .act(act)
        case (_?, _?): throw Problem.invalidRequest("", "Send person or act, not both.")
        }
    }
}
