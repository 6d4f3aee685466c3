import Foundation
import Testing

/// The traces of the models in `Server/Model`.
enum SpinTraces {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Model").standardizedFileURL

    /// The path of spin, as in Debian's package.
    static let spin: String? = ["/usr/bin/spin", "/usr/local/bin/spin"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The number of random runs.
    static let count = TestTier.current == .sample ? 32 : 512

    /// Spin's runs with the first seeds.
    static let randomRuns = Task { try await random(seeds: 1...count) }

    /// Returns spin's random runs of the model with three requests, one for each seed.
    private static func random(seeds: ClosedRange<Int>) async throws -> [(seed: Int, steps: [TracedStep])] {
        try await ScratchFolder.with { scratch in
            let script = """
                for seed in $(seq \(seeds.lowerBound) \(seeds.upperBound)); do
                    "\(spin ?? "spin")" -DTOLD -DRANDOM -DREQUESTS=3 -T -B -n$seed -u2000 "$0" || exit 1
                    echo =
                done
                """
            let model = folder.appending(path: "attempts.pml").path
            let run = try ChildProcess(["/bin/bash", "-c", script, model], scratch: scratch)
            let exit = try await run.exit(within: .seconds(300))
            try #require(exit.status == 0, "\(run.errors)")
            let texts = run.output.components(separatedBy: "=\n").dropLast()
            try #require(texts.count == seeds.count)
            return try zip(seeds, texts).map { seed, text in
                // Spin's summary follows the last complete line.
                let lines = text.components(separatedBy: "\n").prefix { !$0.contains("-----") }.dropLast()
                return (seed, try lines.map(TracedStep.init))
            }
        }
    }

    /// Returns a counterexample for each mutation, as found by `make model`.
    static func counterexamples() throws -> [(mistake: String, steps: [TracedStep])] {
        try counterexamples(in: "counterexamples.txt") { try TracedStep(line: $0) }
    }

    /// Returns a counterexample for each mutation of `Server/Model/devices.pml`.
    static func deviceCounterexamples() throws -> [(mistake: String, steps: [DeviceStep])] {
        try counterexamples(in: "device-counterexamples.txt") { try DeviceStep(line: $0) }
    }

    private static func counterexamples<Step>(
        in file: String, _ step: (String) throws -> Step
    ) throws -> [(mistake: String, steps: [Step])] {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        return try text.components(separatedBy: "\n\n").filter { $0.contains("WITHOUT_") }.map { paragraph in
            let lines = paragraph.split(separator: "\n").map(String.init)
            return (lines[0], try lines.dropFirst().map(step))
        }
    }
}

extension Trait where Self == ConditionTrait {
    static var withSpin: Self { .enabled(if: SpinTraces.spin != nil, "spin is not installed") }
}
