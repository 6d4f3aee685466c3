import Foundation
import NIOCore
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite struct StopTests {
        @Test(.holdingHashes, arguments: [SIGTERM, SIGHUP])
        func aSignalLetsAVerificationFinishAndExits0(_ signal: Int32) async throws {
            try await ServerUnderTest.run(holdsHashes: true) { server in
                let page = try await server.signInPageWithPasscode()
                let response = try await server.holdCheck {
                    try await server.verify(ServerUnderTest.passcode, cookie: page)
                } _: { response in
                    server.process.signal(signal)
                    server.process.signal(SIGCONT)
                    return try await response.value
                }
                #expect(response.status == 200)
                #expect(try await server.process.exit() == ChildProcess.Exit(status: 0, bySignal: false))
            }
        }

        @Test func sigtermRejectsNewRequestsAndFinishesTheCurrentOne() async throws {
            try await ServerUnderTest.run { server in
                let page = try await server.signInPageWithPasscode()
                let json = #"{"passcode":"\#(ServerUnderTest.passcode)"}"#
                let (parts, rest) = AsyncStream.makeStream(of: ByteBuffer.self)
                rest.yield(ByteBuffer(string: String(json.prefix(10))))
                async let slow = server.send(
                    "POST", "/api/auth/verify-passcode", slowly: parts, length: Int64(json.utf8.count), cookie: page)
                // The slow request was sent before these, so that the server has its head.
                for _ in 0..<5 { #expect(try await server.get("/health/live").status == 200) }
                server.process.signal(SIGTERM)
                try await waitUntil("rejected connection") {
                    try await server.rejectsConnections()
                }
                #expect(server.process.isRunning)
                rest.yield(ByteBuffer(string: String(json.dropFirst(10))))
                rest.finish()
                #expect(try await slow.status == 200)
                #expect(try await server.process.exit() == ChildProcess.Exit(status: 0, bySignal: false))
            }
        }

        @Test func sigtermExits0WithinTenSecondsForAnyClient() async throws {
            try await ServerUnderTest.run { server in
                let (parts, rest) = AsyncStream.makeStream(of: ByteBuffer.self)
                rest.yield(ByteBuffer(string: "{"))
                let stuck = Task {
                    try await server.send("POST", "/api/auth/magic-link", slowly: parts, length: 100)
                }
                for _ in 0..<5 { #expect(try await server.get("/health/live").status == 200) }
                server.process.signal(SIGTERM)
                // Ten, and more for a busy machine.
                let exit = try await server.process.exit(within: .seconds(30))
                #expect(exit == ChildProcess.Exit(status: 0, bySignal: false))
                rest.finish()
                _ = await stuck.result
            }
        }

        @Test func nohupServerServesAfterSIGHUP() async throws {
            try await ScratchFolder.with { scratch in
                let start = ServerUnderTest.Start(wrapper: ["/bin/sh", "-c", "trap '' HUP; exec \"$@\"", "sh"])
                try await ServerUnderTest.run(on: DataFolder(in: scratch), start) { (server) async throws in
                    server.process.signal(SIGHUP)
                    #expect(try await server.get("/health/ready").status == 200)
                    #expect(try await server.terminate() == ChildProcess.Exit(status: 0, bySignal: false))
                }
            }
        }

        @Test func sigintStopsLikeSIGTERM() async throws {
            try await ServerUnderTest.run { server in
                server.process.signal(SIGINT)
                let exit = try await server.process.exit()
                #expect(exit == ChildProcess.Exit(status: 0, bySignal: false))
            }
        }
    }
}
