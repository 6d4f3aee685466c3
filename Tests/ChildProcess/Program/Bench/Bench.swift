import Foundation

/// `bench FIGURES LATCHKEY`: benchmarks the libraries and the terminal app, and appends the results to the file of
/// figures. Build with `-c release`.
struct Bench {
    private let figures: FigureFile
    private let program: URL

    init(_ arguments: [String]) {
        guard arguments.count == 2 else { exit(64) }
        figures = FigureFile(url: URL(fileURLWithPath: arguments[0]))
        program = URL(fileURLWithPath: arguments[1])
    }

    @MainActor
    func run() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID())")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: directory) }
        try figures.append(try await LockFigures(directory: directory.appendingPathComponent("lock")).measure())
        try figures.append(
            try await ServerUnlockFigures(directory: directory.appendingPathComponent("device")).measure())
        try figures.append(try await SealFigures(directory: directory.appendingPathComponent("seal")).measure())
        try figures.append(try await RecordFigures(directory: directory).measure())
        try figures.append(try await SecretFigures(directory: directory.appendingPathComponent("secrets")).measure())
        try figures.append(try await KeyringFigures().measure())
        try figures.append(try await FingerprintFigures().measure())
        try figures.append(try StatusFigures(program: program, home: directory).measure())
    }
}
