// Page: uikit/uitextcontenttype. The texts are unverified: only compare with the constants.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static var emailAddress: Self { Self(rawValue: "email") }
    public static var oneTimeCode: Self { Self(rawValue: "one-time-code") }
}

// Page: uikit/uikeyboardtype; values: UITextInputTraits.h.
public enum UIKeyboardType: Int, Sendable {
    case `default` = 0
    case emailAddress = 7
}
