/// A file in `Templates/`: a page or a part of one.
enum PageTemplate: String, CaseIterable {
    case signIn = "sign-in"
    case signInVerify = "sign-in-verify"
    case setPasscode = "set-passcode"
    case resetPasscode = "reset-passcode"
    case securitySettings = "security-settings"
    case providerDown = "provider-down"
    case notFound = "not-found"
    case administrationLog = "administration-log"
    case lock, disown, activity, people, person, team, desk, problem, mailbox
    case administrationPages = "administration-pages"
    case codeField = "code-field"
    case numberPad = "number-pad"
    case passcodeDialog = "passcode-dialog"
    case passkeyOffer = "passkey-offer"
    case signedInHeader = "signed-in-header"
    case signedInNotice = "signed-in-notice"
    case layout
}
