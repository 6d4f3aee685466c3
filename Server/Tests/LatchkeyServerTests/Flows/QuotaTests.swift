import Foundation
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite struct QuotaTests {
        /// Runs the server where a folder, the first argument, stands for the control groups.
        private static let wrapper = [
            "/usr/bin/unshare", "--map-root-user", "--mount", "/bin/sh", "-c",
            #"mount --bind "$0" /sys/fs/cgroup && exec "$@""#,
        ]

        private static let canRun: Bool = {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/unshare")
            process.arguments = Array(wrapper.dropFirst()) + ["/tmp", "true"]
            process.standardError = FileHandle.nullDevice
            guard ProcessInfo.processInfo.activeProcessorCount > 1, (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }()

        @Test(
            "V9 without a setting the server takes the permits that a container's quota leaves it",
            .enabled(if: canRun, "takes two processors, and a mount namespace"))
        func permits() async throws {
            let port = try await FreePort.find()
            try await ScratchFolder.with { scratch in
                let group = scratch.appending(path: "cgroup")
                let files = [
                    "cpu.max": "100000 100000", "cpu/cpu.cfs_quota_us": "100000", "cpu/cpu.cfs_period_us": "100000",
                ]
                try FileManager.default.createDirectory(
                    at: group.appending(path: "cpu"), withIntermediateDirectories: true)
                for (name, text) in files { try Data("\(text)\n".utf8).write(to: group.appending(path: name)) }
                let start = ServerUnderTest.Start(
                    settings: ["LATCHKEY_METRICS_PORT": "\(port)"], wrapper: Self.wrapper + [group.path])
                try await ServerUnderTest.run(on: DataFolder(in: scratch), start) { server in
                    let metrics = ServerUnderTest(
                        process: server.process, data: server.data, origin: "http://127.0.0.1:\(port)",
                        http: server.http)
                    let page = try await metrics.get("/metrics").text
                    #expect(page.contains("\nlatchkey_kdf_permits 1\n"))
                }
            }
        }
    }
}
