import Foundation

/// The files that come with the program are missing, or cannot be read: one line with the folder in which they were
/// looked for.
public struct ResourcesError: Error, CustomStringConvertible {
    static let advice = "install the package again, or copy \(Resources.bundleName) of the build there"

    let folder: URL

    var text: String { "pages and texts are missing or damaged in \(folder.path.debugDescription)" }
    public var description: String { "\(text); \(Self.advice)" }
}
