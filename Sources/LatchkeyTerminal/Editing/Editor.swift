internal import CProcess
internal import Dispatch
internal import CProcess
internal import Foundation
internal import TerminalKit

/// The person's editor: `$VISUAL`, `$EDITOR`, or `vi`, as a shell understands it.
struct Editor: Sendable {
    /// How it ended.
    enum Outcome: Hashable, Sendable {
        /// It says that all is well: what the file holds is meant.
        case finished
        /// It says that it failed, with this status: 127 when there is no such program.
        case failed(Int32)
        /// It was ended by this signal.
        case killed(Int32)
    }

    private static let shell = "/bin/sh"
    /// Keeps what vim and its relatives would write elsewhere than beside the file, which is in memory: the swap file
    /// (`-n`), the registers of deleted and copied text (`-i NONE`), the undo file and backups. Said after the person's
    /// own settings are read; see `:help starting` in vim.
    private static let vimOptions = "-n -i NONE -c 'silent! set noundofile nobackup nowritebackup'"

    private let environment: [String: String]
    /// As the shell runs it, in front of the file.
    let command: String

    init(environment: [String: String]) {
        self.environment = environment
        let command = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
        self.command = Self.isVim(command, path: environment["PATH"] ?? "") ? "\(command) \(Self.vimOptions)" : command
    }

    /// Whether the command starts vim, by its name or by that of the file that it links to (Debian's `vi`).
    private static func isVim(_ command: String, path: String) -> Bool {
        guard let program = command.split(separator: " ").first.map(String.init) else { return false }
        let folders = program.contains("/") ? [""] : path.split(separator: ":").map { $0 + "/" }
        guard let file = folders.map({ $0 + program }).first(where: { access($0, X_OK) == 0 }) else { return false }
        let target = URL(fileURLWithPath: file).resolvingSymlinksInPath().lastPathComponent
        return [URL(fileURLWithPath: file).lastPathComponent, target].contains {
            $0.hasPrefix("vim") || $0.hasPrefix("nvim")
        }
    }

    /// Edits the file in this process's terminal, and waits for the editor's end on a thread of its own.
    ///
    /// Lend the terminal first. The editor is in the same process group, so that it has the terminal and Ctrl-Z stops
    /// both; while it runs, Ctrl-C and Ctrl-\ are its own. It inherits the descriptor `lock`. Throws the `errno` of a
    /// shell that cannot be started.
    func run(_ file: String, lock: Int32) async throws(TerminalError) -> Outcome {
        let (environment, command) = (environment, command)
        let result: Result<Outcome, TerminalError> = await withCheckedContinuation { continuation in
            DispatchQueue(label: "latchkey.editor").async {
                let arguments = [Self.shell, "-c", "\(command) \"$1\"", Self.shell, file]
                continuation.resume(returning: Self.runChild(arguments, environment, lock))
            }
        }
        return try result.get()
    }

    private static func runChild(
        _ arguments: [String], _ environment: [String: String], _ lock: Int32
    ) -> Result<Outcome, TerminalError> {
        // As system(3) does: the signals of the keyboard go to the whole group.
        let former = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, handler) in former { signal(number, handler) } }
        do {
            return .success(try wait(for: try spawn(arguments, environment, lock)))
        } catch {
            return .failure(error)
        }
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String: String], _ lock: Int32
    ) throws(TerminalError) -> pid_t {
        var (attributes, actions) = (cprocess_blank_attributes(), cprocess_blank_actions())
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        // What this process ignores would be ignored by the editor too. No new group: it must have the terminal.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGINT, SIGQUIT] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        // A copy under another number is not closed by `exec`.
        posix_spawn_file_actions_adddup2(&actions, lock, lock == 3 ? 4 : 3)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + settings { free(word) } }
        var process = pid_t()
        let status = posix_spawn(&process, shell, &actions, &attributes, &words, &settings)
        guard status == 0 else { throw .systemError(status) }
        return process
    }

    private static func wait(for process: pid_t) throws(TerminalError) -> Outcome {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw .systemError(errno) }
        }
        let ending = status & 0x7F
        if ending != 0 { return .killed(ending) }
        let code = (status >> 8) & 0xFF
        return code == 0 ? .finished : .failed(code)
    }
}
