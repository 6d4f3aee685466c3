import Foundation
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite(.onOneStore) struct QuotaTests {
        /// Runs the server with a directory, the first argument, in place of the control groups.
        private static let wrapper = [
            "/usr/bin/unshare", "--map-root-user", "--mount", "/bin/sh", "-c",
            #"mount --bind "$0" /sys/fs/cgroup && exec "$@""#,
        ]

        private static func canRun() async -> Bool {
            // Requires cgroup version 2, because Foundation's processor count already respects version 1.
            let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
            guard groups.contains(/(^|\n)0::/), ProcessInfo.processInfo.activeProcessorCount > 1 else { return false }
            let exit = try? await ScratchFolder.with { scratch in
                let process = try ChildProcess(wrapper + [scratch.path, "/bin/true"], scratch: scratch)
                let exit = try? await process.exit()
                await process.kill9()
                return exit
            }
            return exit?.status == 0
        }

        @Test(
            "V9 permits default to the container's CPU quota",
            .enabled("requires two processors, control groups of version 2 and a mount namespace") { await canRun() })
        func permitsDefaultToTheContainersCPUQuota() async throws {
            let port = try await FreePort.find()
            try await ScratchFolder.with { scratch in
                let group = scratch.appending(path: "cgroup")
                try FileManager.default.createDirectory(at: group, withIntermediateDirectories: true)
                try Data("100000 100000\n".utf8).write(to: group.appending(path: "cpu.max"))
                let start = ServerUnderTest.Start(
                    settings: ["LATCHKEY_METRICS_PORT": "\(port)"], wrapper: Self.wrapper + [group.path])
                try await ServerUnderTest.run(on: DataFolder(in: scratch), start) { server in
                    let metrics = ServerUnderTest(
                        process: server.process, data: server.data, origin: "http://127.0.0.1:\(port)")
                    let page = try await metrics.get("/metrics").text
                    #expect(page.contains("\nlatchkey_kdf_permits 1\n"))
                }
            }
        }
    }
}
