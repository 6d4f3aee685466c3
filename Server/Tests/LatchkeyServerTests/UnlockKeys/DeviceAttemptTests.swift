import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct DeviceAttemptTests {
    @Test("V19 only the right passcode opens a device")
    func onlyTheRightPasscodeOpensADevice() async throws {
        try await TestServer.run { server in
            let (_, device) = try await server.signInWithDevice()
            try await server.enterWrong(1, on: device)
            #expect(try await server.open(device) == 200)
            let key = try #require(try await server.storedKeys().first)
            #expect(key.failures == 0 && key.lastUsedAt == server.clock.now)
        }
    }

    @Test("V19 ten attempts are evaluated, and no eleventh")
    func tenAttemptsAreEvaluatedAndNoEleventh() async throws {
        try await TestServer.run { server in
            let (_, device) = try await server.signInWithDevice()
            _ = try await server.takeEmails(to: "ann@example.com")
            try await server.enterWrong(10, on: device)
            #expect(try await server.evaluate(device.attempt(), on: device).problem == "device-shut")
            #expect(try await server.storedKeys().first?.privateKey == nil)
            let attempt = try device.attempt()
            #expect(try await server.evaluate(attempt, on: device).status == 410)
            #expect(try await server.finish(attempt, on: device).status == 410)
            #expect(try await server.takeEmails(to: "ann@example.com").map(\.subject) == ["A device was shut"])
            let page = await server.metrics()
            #expect(page.contains(#"latchkey_device_unlocks_total{result="evaluated"} 10"#))
            #expect(page.contains(#"latchkey_passcode_blocks_total{scope="device"} 1"#))
            // The account's own attempts are independent.
            #expect(try await server.account().failures == 0)
        }
    }

    @Test("V3 a device's attempts have the delays of a session's")
    func aDevicesAttemptsHaveTheDelaysOfASessions() async throws {
        try await TestServer.run { server in
            let (_, device) = try await server.signInWithDevice()
            struct Left: Decodable, Equatable {
                let attemptsRemaining: Int
                let retryAfter: Int
            }
            let delays = [0, 0, 0, 30, 60, 120, 240, 480, 960, 60]
            for (index, delay) in delays.enumerated() {
                let response = try await server.evaluate(device.attempt(TestServer.wrongPasscode), on: device)
                #expect(try response.decode() == Left(attemptsRemaining: 9 - index, retryAfter: delay))
                guard delay > 0 else { continue }
                server.clock.advance(by: .seconds(delay) - .milliseconds(1))
                #expect(try await server.evaluate(device.attempt(), on: device).problem == "too-many-attempts")
                server.clock.advance(by: .milliseconds(1))
            }
        }
    }

    @Test("V19 a repeated attempt is not counted, other data is rejected")
    func aRepeatedAttemptIsNotCountedOtherDataIsRejected() async throws {
        try await TestServer.run { server in
            let (_, device) = try await server.signInWithDevice()
            try await server.enterWrong(3, on: device)
            let attempt = try device.attempt()
            // Also during its own delay.
            for _ in 0..<3 {
                let response = try await server.evaluate(attempt, on: device)
                #expect(try device.opens(attempt, by: response))
            }
            let other = try device.attempt(TestServer.wrongPasscode)
            #expect(try await server.evaluate(other, on: device, id: attempt.id).problem == "attempt-conflict")
            #expect(try await server.storedKeys().first?.failures == 4)
            #expect(try await server.finish(attempt, on: device).status == 204)
            #expect(try await server.finish(attempt, on: device).status == 204)
            #expect(try await server.storedKeys().first?.failures == 0)
        }
    }

    @Test("V19 an earlier attempt counts again")
    func anEarlierAttemptCountsAgain() async throws {
        try await TestServer.run { server in
            let (_, device) = try await server.signInWithDevice()
            let (first, second) = (try device.attempt(), try device.attempt())
            for attempt in [first, second, first] {
                #expect(try await server.evaluate(attempt, on: device).status == 200)
            }
            #expect(try await server.storedKeys().first?.failures == 3)
            #expect(try await server.finish(second, on: device).problem == "attempt-conflict")
        }
    }

    @Test("V1 V19 parallel attempts are evaluated no more often than allowed")
    func parallelAttemptsAreEvaluatedNoMoreOftenThanAllowed() async throws {
        try await TestServer.run { server in
            let (_, device) = try await server.signInWithDevice()
            for round in [4, 1, 1, 1, 1, 1, 1] {
                let statuses = try await withThrowingTaskGroup { group in
                    for _ in 0..<30 {
                        group.addTask {
                            try await server.evaluate(device.attempt(TestServer.wrongPasscode), on: device).status
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.count { $0 == 200 } == round && statuses.count { $0 == 429 } == 30 - round)
                server.clock.advance(by: .seconds(960))
            }
            #expect(try await server.evaluate(device.attempt(), on: device).status == 410)
        }
    }

    @Test("V19 the tenth attempt can be finished for 60 seconds")
    func theTenthAttemptCanBeFinishedFor60Seconds() async throws {
        for (delay, status) in [(Duration.milliseconds(59_999), 204), (.seconds(60), 410)] {
            try await TestServer.run { server in
                let (_, device) = try await server.signInWithDevice()
                try await server.enterWrong(9, on: device)
                let attempt = try device.attempt()
                #expect(try await server.evaluate(attempt, on: device).status == 200)
                #expect(try await server.evaluate(device.attempt(), on: device).status == 429)
                server.clock.advance(by: delay)
                try await server.parts.sweeper.sweep()
                #expect(try await server.finish(attempt, on: device).status == status)
                #expect(try await server.storedKeys().first?.isShut == (status == 410))
                #expect(try await server.open(device) == (status == 410 ? 410 : 200))
            }
        }
    }

    @Test("V2 V19 an attempt is counted before it is evaluated")
    func anAttemptIsCountedBeforeItIsEvaluated() async throws {
        try await TestServer.run { server in
            let (_, device) = try await server.signInWithDevice()
            let store = FaultyStore(server.dependencies.store)
            try await TestServer.run(sharing: server, store: store) { other in
                for isWritten in [true, false] {
                    let attempt = try device.attempt()
                    let before = try #require(try await server.storedKeys().first).failures
                    store.leaveNextUndecided(isWritten: isWritten)
                    let response = try await other.evaluate(attempt, on: device)
                    #expect(response.status == 503 && !response.text.contains("evaluation"))
                    #expect(try await server.storedKeys().first?.failures == before + (isWritten ? 1 : 0))
                    // The same attempt again is counted once.
                    #expect(try await other.evaluate(attempt, on: device).status == 200)
                    #expect(try await server.storedKeys().first?.failures == before + 1)
                }
                store.failWrites()
                #expect(try await other.evaluate(device.attempt(), on: device).status == 503)
            }
        }
    }

    @Test("V19 a device that is shut during an evaluation gets none")
    func aDeviceThatIsShutDuringAnEvaluationGetsNone() async throws {
        try await TestServer.run { server in
            let (session, device) = try await server.signInWithDevice()
            let store = FaultyStore(server.dependencies.store)
            try await TestServer.run(sharing: server, store: store) { other in
                store.afterNextWrite { store.failReads() }
                var response = try await other.evaluate(device.attempt(), on: device)
                #expect(response.status == 503 && !response.text.contains("evaluation"))
                store.recover()
                store.afterNextWrite {
                    let status = try await server.shut(device, session).status
                    #expect(status == 204)
                }
                response = try await other.evaluate(device.attempt(), on: device)
                #expect(response.problem == "device-shut" && !response.text.contains("evaluation"))
                #expect(try await server.storedKeys().map(\.failures) == [2])
            }
        }
    }

    @Test("V19 a device whose passcode changes during an evaluation gets none")
    func aDeviceWhosePasscodeChangesDuringAnEvaluationGetsNone() async throws {
        try await TestServer.run { server in
            let (session, device) = try await server.signInWithDevice()
            let store = FaultyStore(server.dependencies.store)
            try await TestServer.run(sharing: server, store: store) { other in
                store.afterNextWrite {
                    let json = #"{"passcode":"580293","current_passcode":"739105"}"#
                    let response = try await server.post("/api/auth/set-passcode", json, bearer: session.accessToken)
                    #expect(response.status == 200)
                }
                let response = try await other.evaluate(device.attempt(), on: device)
                #expect(response.problem == "passcode-changed" && !response.text.contains("evaluation"))
            }
        }
    }

    @Test("V9 an overload counts no attempt")
    func anOverloadCountsNoAttempt() async throws {
        try await TestServer.run(permits: 1, queue: 0) { server in
            let (session, device) = try await server.signInWithDevice()
            let barrier = server.holdChecks()
            async let check = server.verify(TestServer.passcode, session)
            await barrier.arrivals()
            #expect(try await server.evaluate(device.attempt(), on: device).status == 503)
            #expect(try await server.storedKeys().first?.failures == 0)
            barrier.open()
            #expect(try await check.status == 200)
        }
    }

    @Test("V3 a clock set back restarts the delay")
    func aClockSetBackRestartsTheDelay() async throws {
        try await TestServer.run { server in
            let (_, device) = try await server.signInWithDevice()
            for _ in 0..<4 {
                _ = try await server.evaluate(device.attempt(TestServer.wrongPasscode), on: device)
            }
            server.clock.advance(by: .zero - .hours(1))
            #expect(try await server.evaluate(device.attempt(), on: device).status == 429)
            server.clock.advance(by: .seconds(30))
            #expect(try await server.open(device) == 200)
        }
    }

    @Test("V19 only the tag of the right passcode clears the count")
    func onlyTheTagOfTheRightPasscodeClearsTheCount() async throws {
        try await TestServer.run { server in
            let (_, device) = try await server.signInWithDevice()
            let attempt = try device.attempt()
            #expect(try await server.finish(attempt, on: device).problem == "attempt-conflict")
            _ = try await server.evaluate(attempt, on: device)
            let wrong = Data(repeating: 7, count: 32).base64URL
            #expect(try await server.finish(attempt, on: device, tag: wrong).problem == "invalid-code")
            #expect(try await server.finish(attempt, on: device, tag: "AAAA").problem == "invalid-request")
            #expect(try await server.storedKeys().first?.failures == 1)
        }
    }

    @Test("V15 a damaged key returns internal-error and counts no attempt")
    func aDamagedKeyReturnsInternalErrorAndCountsNoAttempt() async throws {
        try await TestServer.run { server in
            let (_, device) = try await server.signInWithDevice()
            let (_, other) = try await server.signInWithDevice("bob@example.com")
            let sealed = try #require(try await server.storedKeys("bob@example.com").first?.privateKey)
            try await server.dependencies.store.write { transaction in
                let old = try #require(try transaction.unlockKeys.find(id: device.id)?.privateKey)
                try transaction.unlockKeys.reseal(id: device.id, old, to: sealed)
            }
            #expect(try await server.evaluate(device.attempt(), on: device).problem == "internal-error")
            #expect(try await server.storedKeys().first?.failures == 0)
            #expect(try await server.open(other) == 200)
        }
    }

    @Test("V19 a slot token evaluates only its own key")
    func aSlotTokenEvaluatesOnlyItsOwnKey() async throws {
        try await TestServer.run { server in
            let (_, ann) = try await server.signInWithDevice()
            let (stranger, bob) = try await server.signInWithDevice("bob@example.com")
            let mixed = TestDevice(secret: ann.secret, registration: bob.registration, output: ann.output)
            let attempt = try mixed.attempt()
            let response = try await server.evaluate(attempt, on: mixed)
            // The proof is not of the device's key.
            #expect(throws: (any Error).self) { try ann.opens(attempt, by: response) }
            #expect(try !mixed.opens(attempt, by: response))
            #expect(try await server.finish(attempt, on: mixed).problem == "invalid-code")
            #expect(try await server.finish(attempt, on: ann).problem == "attempt-conflict")
            #expect(try await server.storedKeys().first?.failures == 0)
            #expect(try await server.storedKeys("bob@example.com").first?.failures == 1)
            #expect(try await server.confirm(ann, stranger).status == 404)
        }
    }

    @Test func malformedRequestsCountNoAttempt() async throws {
        try await TestServer.run { server in
            let (session, device) = try await server.signInWithDevice()
            let blinded = try device.attempt().bytes
            let attempt = UUID().uuidString
            let unknown = OpaqueToken.make(from: SystemRandomSource()).text
            // No point of the curve has the x coordinate 1.
            let offCurve = Data([2]) + Data(count: 47) + Data([1])
            let outOfField = Data([2]) + Data(repeating: 255, count: 48)
            let points = [
                Data(), Data([0]), blinded.dropLast(), blinded + [0], Data([4]) + blinded.dropFirst() + Data(count: 48),
                Data(count: 49), offCurve, outOfField,
            ]
            var cases = points.map { (device.token, attempt, Data($0), "invalid-request") }
            cases += [
                (device.token, "1", blinded, "invalid-request"),
                ("x", attempt, blinded, "unauthenticated"), (unknown, attempt, blinded, "unauthenticated"),
            ]
            for (token, attempt, blinded, problem) in cases {
                let body = #"{"token":"\#(token)","attempt":"\#(attempt)","blinded":"\#(blinded.base64URL)"}"#
                #expect(try await server.post("/api/auth/unlock/evaluate", body).problem == problem)
            }
            for point in points {
                let body = #"{"blinded":"\#(Data(point).base64URL)"}"#
                let response = try await server.post(TestServer.unlockKeys, body, bearer: session.accessToken)
                #expect(response.problem == "invalid-request")
            }
            #expect(try await server.storedKeys().map(\.failures) == [0])
        }
    }
}
