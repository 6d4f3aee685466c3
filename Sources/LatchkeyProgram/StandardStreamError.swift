internal import Foundation

/// The reason that writing to a standard stream failed. The description, for operators, is in English.
public struct StandardStreamError: Error, CustomStringConvertible {
    let stream: StandardStream
    /// The `errno` of the write.
    package let reason: Int32

    public var description: String {
        let name = stream == .output ? "standard output" : "standard error"
        return "\(name): \(String(cString: strerror(reason)))"
    }
}
