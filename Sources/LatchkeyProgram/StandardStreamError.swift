internal import Foundation

/// The reason that writing to a standard stream failed.
public struct StandardStreamError: Error, CustomStringConvertible {
    let stream: StandardStream
    /// The `errno` of the write.
    let reason: Int32

    public var description: String {
        let name = stream == .output ? "standard output" : "standard error"
        return "\(name): \(String(cString: strerror(reason)))"
    }
}
