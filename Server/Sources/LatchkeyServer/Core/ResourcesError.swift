import Foundation

/// An error about missing or unreadable files of the program. Its description is one line with the directory.
public struct ResourcesError: Error, CustomStringConvertible {
    static let advice = "reinstall the package, or copy \(Resources.bundleName) from the build"

    let folder: URL

    var text: String { "pages and texts are missing or damaged in \(folder.path.debugDescription)" }
    public var description: String { "\(text); \(Self.advice)" }
}
