import Foundation

/// Permissions of this process on directories, checked without a change.
enum FolderAccess {
    static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Whether the directory exists and is writable.
    static func canMakeFiles(in folder: URL) -> Bool {
        isFolder(folder) && access(folder.path, W_OK | X_OK) == 0
    }

    /// Whether the directory exists or can be created.
    static func canExist(_ folder: URL) -> Bool {
        isFolder(folder) || canMakeFiles(in: nearest(to: folder))
    }

    /// Whether files can be created in a directory, after creating another with its parents.
    static func canMakeFiles(in folder: URL, once made: URL) -> Bool {
        if FileManager.default.fileExists(atPath: folder.path) { return canMakeFiles(in: folder) }
        let (path, madePath) = (folder.standardizedFileURL.path, made.standardizedFileURL.path)
        return (madePath == path || madePath.hasPrefix(path + "/")) && canExist(made)
    }

    /// Returns the deepest existing parent.
    private static func nearest(to folder: URL) -> URL {
        var nearest = folder.standardizedFileURL
        while !FileManager.default.fileExists(atPath: nearest.path), nearest.pathComponents.count > 1 {
            nearest.deleteLastPathComponent()
        }
        return nearest
    }
}
