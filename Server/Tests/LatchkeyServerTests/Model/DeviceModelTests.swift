import Testing

@testable import LatchkeyServer

/// The server's own code does nothing that only mutants of `Server/Model/devices.pml` do (V2, V19).
@Suite(.timeLimit(.minutes(10))) struct DeviceModelTests {
    /// The first step of each counterexample that the server takes otherwise.
    private static let rejections = [
        "WITHOUT_COUNT_FIRST": "1 evaluate 1", "WITHOUT_LIMIT": "12 count 0 taken", "WITHOUT_PROOF": "11 evaluate 0",
        "WITHOUT_REPLACEMENT": "7 count 1 taken", "WITHOUT_SAME_INPUT": "9 count 1 taken",
        "WITHOUT_SECOND_READ": "4 respond 1 given", "WITHOUT_SHUTTING": "2 count 1 taken", "WITHOUT_TAG": "4 finish 1",
    ]

    @Test("V2 V19 the server rejects the counterexamples for devices", arguments: rejections.keys.sorted())
    func theServerRejectsTheCounterexamplesForDevices(mistake: String) async throws {
        let examples = try SpinTraces.deviceCounterexamples()
        #expect(Set(examples.map(\.mistake)) == Set(Self.rejections.keys))
        let steps = try #require(examples.first { $0.mistake == mistake }).steps
        try await TestServer.run { server in
            let (session, device) = try await server.signInWithDevice()
            let events = AsyncStream<DeviceReplay.Event>.makeStream()
            let store = SteppedStore(store: server.dependencies.store) { [continuation = events.continuation] in
                continuation.yield(.counted($1))
            }
            try await TestServer.run(sharing: server, store: store) { stepped in
                var replay = DeviceReplay(device, of: session, on: server, stepped: stepped, events)
                let number = try await replay.follow(steps)
                #expect(number.map { "\($0) \(steps[$0])" } == Self.rejections[mistake])
                await replay.giveUp()
            }
        }
    }
}
