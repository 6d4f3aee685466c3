#if os(Linux)
import ChildProcess
import Foundation
import Testing

/// Isolation from other users, and from other processes of the same user.
@Suite(.whereTheServerIsBuilt, .whereTmuxIs) struct PrivacyTerminalServerFlows {
    private let flow: TerminalFlow
    private var terminal: TmuxTerminal { flow.terminal }

    init() throws { flow = try TerminalFlow() }

    @Test func foldersAndFilesArePrivateRegardlessOfUmask() async throws {
        try await flow.begin(with: "(umask 0; sh \"$SCRIPTS/app\")")
        try await flow.openEditor("a")
        try await flow.typeInEditor("sorrel")
        let roots = [flow.home.configuration.path, flow.home.data.path, flow.home.runtime.path + "/latchkey"]
        let found = try flow.home.everything().filter { file in roots.contains { file.path.hasPrefix($0) } }
        #expect(found.count > 8 && found.contains { $0.lastPathComponent == "note.txt" })
        // The permissions of the editor's own copy are up to the editor.
        for file in found where file.pathExtension != "swp" {
            var status = stat()
            #expect(lstat(file.path, &status) == 0)
            let mode: mode_t = status.st_mode & S_IFMT == S_IFDIR ? 0o700 : 0o600
            #expect(status.st_mode & 0o777 == mode, "\(file.path)")
        }
        try await flow.leaveEditor(until: "sorrel")
    }

    @Test func dataFolderAccessibleToOthersIsRejectedAndLeftUnchanged() async throws {
        let folder = flow.home.data
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        #expect(try await terminal.run("app status 2>\"$HOME/said\"") == 9)
        let said = try String(contentsOf: flow.home.url.appending(path: "home/said"), encoding: .utf8)
        #expect(said.contains("is accessible to other users") && said.contains("chmod 700"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    /// As root, the app runs as the user `nobody`, because root can read everything.
    private static let setpriv = "/usr/bin/setpriv"
    private static let canDropPrivileges = getuid() != 0 || FileManager.default.isExecutableFile(atPath: setpriv)

    @Test(.enabled(if: canDropPrivileges, "root needs setpriv to become `nobody`"))
    func appMemoryIsProtectedAndCoreDumpsAreDisabled() async throws {
        var line = "sh -c 'sleep 600 & echo $! >sleeper; sh \"$SCRIPTS/app\"; kill $(cat sleeper)'"
        if getuid() == 0 {
            try await terminal.run("chown -R nobody . \"$XDG_RUNTIME_DIR\"")
            line = "\(Self.setpriv) --reuid=nobody --regid=nogroup --clear-groups \(line)"
        }
        try await flow.begin(until: "Sign in", with: line)
        let (process, sleeper) = (try flow.home.process(), try flow.home.process("sleeper"))
        #expect(try owner(ofMemoryOf: sleeper) != 0, "every other process can be looked into by its user")
        #expect(try owner(ofMemoryOf: process) == 0)
        let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
        let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        #expect(core?.split(separator: " ").suffix(3) == ["0", "0", "bytes"])
        try terminal.press("C-c")
        try await flow.ended()
    }

    private func owner(ofMemoryOf process: pid_t) throws -> uid_t {
        var status = stat()
        try #require(stat("/proc/\(process)/mem", &status) == 0)
        return status.st_uid
    }
}
#endif
