/// A file in `Templates/`: a page or a part of one.
enum PageTemplate: String, CaseIterable {
    case signIn = "sign-in"
    case signInVerify = "sign-in-verify"
    case setPasscode = "set-passcode"
    case resetPasscode = "reset-passcode"
    case securitySettings = "security-settings"
    case providerDown = "provider-down"
    case notFound = "not-found"
    case lock, disown, activity, desk, problem, mailbox
    case codeField = "code-field"
    case numberPad = "number-pad"
    case passkeyOffer = "passkey-offer"
    case signedInHeader = "signed-in-header"
    case signedInNotice = "signed-in-notice"
    case layout
}
