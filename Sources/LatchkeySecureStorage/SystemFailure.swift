/// An error of the operating system, with its number and text.
public struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number: an `OSStatus` of Apple's Keychain, or an `errno` of a file.
    public let code: Int32
    /// The system's text for the number.
    public let text: String

    public init(code: Int32, text: String) {
        self.code = code
        self.text = text
    }

    public var description: String { "\(text) (\(code))" }
}
