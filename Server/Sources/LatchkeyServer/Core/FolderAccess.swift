import Foundation

/// What this process may do in a folder, asked without doing it.
enum FolderAccess {
    static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Whether the folder is there, and files can be made in it.
    static func canMakeFiles(in folder: URL) -> Bool {
        isFolder(folder) && access(folder.path, W_OK | X_OK) == 0
    }

    /// Whether the folder is there, or can be made with those above it.
    static func canExist(_ folder: URL) -> Bool {
        isFolder(folder) || canMakeFiles(in: nearest(to: folder))
    }

    /// Whether files can be made in a folder once another was made, with those above it.
    static func canMakeFiles(in folder: URL, once made: URL) -> Bool {
        if FileManager.default.fileExists(atPath: folder.path) { return canMakeFiles(in: folder) }
        let (path, madePath) = (folder.standardizedFileURL.path, made.standardizedFileURL.path)
        return (madePath == path || madePath.hasPrefix(path + "/")) && canExist(made)
    }

    /// Returns what there is of a path.
    private static func nearest(to folder: URL) -> URL {
        var nearest = folder.standardizedFileURL
        while !FileManager.default.fileExists(atPath: nearest.path), nearest.pathComponents.count > 1 {
            nearest.deleteLastPathComponent()
        }
        return nearest
    }
}
