import Foundation
import LatchkeyAPI

@testable import LatchkeyServer

/// A replay of a device's trace with the server's own code.
///
/// The model rejects the fourth attempt, the server the eleventh. The row therefore starts with more failures.
struct DeviceReplay {
    enum Event: Sendable {
        /// The attempt is committed, and its request waits.
        case counted(SteppedStore.Completion)
        /// Nil if there was no response.
        case ended(TestResponse?)
    }

    private struct Request {
        let device: TestDevice
        let attempt: UUID
        let body: String
        var goOn: SteppedStore.Completion?
        var response: TestResponse?
    }

    private static let lift = AttemptPolicy.perSession - 3

    let session: SessionResponse
    let server: TestServer
    /// Another process, with a ``SteppedStore`` that sends events.
    let stepped: TestServer
    let events: (stream: AsyncStream<Event>, continuation: AsyncStream<Event>.Continuation)
    /// The device with each of its keys.
    private var devices: [TestDevice]
    private var attempts: [Int: UUID] = [:]
    private var inputs: [Int: TestDevice.Attempt] = [:]
    private var requests: [Int: Request] = [:]

    init(
        _ device: TestDevice, of session: SessionResponse, on server: TestServer, stepped: TestServer,
        _ events: (stream: AsyncStream<Event>, continuation: AsyncStream<Event>.Continuation)
    ) {
        (self.session, self.server, self.stepped, self.events) = (session, server, stepped, events)
        devices = [device]
    }

    /// Returns the position of the first step that the server takes otherwise; nil if there is none.
    mutating func follow(_ trace: [DeviceStep]) async throws -> Int? {
        for (number, step) in trace.enumerated() {
            try await liftFailures()
            guard try await takes(step.action) else { return number }
        }
        return nil
    }

    /// Ends pending requests after the trace.
    mutating func giveUp() async {
        for number in requests.keys { await end(number, .unavailable(code: "the end")) }
    }

    /// Returns whether the server behaves like the model.
    private mutating func takes(_ action: DeviceStep.Action) async throws -> Bool {
        switch action {
        case .begin(let number, let key, let attempt, let input):
            await end(number, .unavailable(code: "crashed"))
            try begin(number, devices[key], attempt, input)
            return true
        case .count(let number, let isTaken): return await isCounted(number) == isTaken
        case .lose(let number):
            try await change { key in
                key.failures -= 1
                (key.attemptID, key.inputDigest) = (nil, nil)
            }
            await end(number, .undecided(code: "injected"))
            return true
        case .evaluate(let number):
            // The evaluation and the second read cannot be separated: both follow when it responds.
            if requests[number]?.goOn != nil { return true }
            if requests[number]?.response != nil { return false }
            return await !isCounted(number)
        case .respond(let number, let isGiven):
            await end(number)
            return (requests[number]?.response?.status == 200) == isGiven
        case .finish(let number): return try await finish(number)
        case .register:
            devices.append(try await server.register(replacing: devices[0].token, session))
            return true
        case .shut:
            try await server.shutByAdministrator()
            return true
        }
    }

    /// Request 0 has the right passcode.
    private mutating func begin(_ number: Int, _ device: TestDevice, _ attempt: Int, _ input: Int) throws {
        let id = attempts[attempt] ?? UUID()
        let passcode = number == 0 ? TestServer.passcode : TestServer.wrongPasscode
        let blinded = try inputs[input] ?? device.attempt(passcode)
        (attempts[attempt], inputs[input]) = (id, blinded)
        requests[number] = Request(device: device, attempt: id, body: device.body(evaluating: blinded, id: id))
    }

    /// Sends the request. Returns whether it waits, with its attempt counted.
    private mutating func isCounted(_ number: Int) async -> Bool {
        guard let body = requests[number]?.body else { return false }
        Task { [stepped, continuation = events.continuation] in
            let response = try? await stepped.post("/api/auth/unlock/evaluate", body)
            continuation.yield(.ended(response))
        }
        return await takeEvent(number)
    }

    /// Resumes a request that waits, or makes the database fail, and takes its response.
    private mutating func end(_ number: Int, _ error: StoreError? = nil) async {
        guard let goOn = requests[number]?.goOn else { return }
        requests[number]?.goOn = nil
        goOn(error)
        _ = await takeEvent(number)
    }

    /// Returns whether the request waits.
    private mutating func takeEvent(_ number: Int) async -> Bool {
        var iterator = events.stream.makeAsyncIterator()
        switch await iterator.next() {
        case .counted(let goOn):
            requests[number]?.goOn = goOn
            return true
        case .ended(let response):
            requests[number]?.response = response
            return false
        case nil: return false
        }
    }

    private func finish(_ number: Int) async throws -> Bool {
        guard let request = requests[number] else { return false }
        let tag = number == 0 ? request.device.tag : Data(repeating: 7, count: UnlockKey.tagLength).base64URL
        let json = #"{"token":"\#(request.device.token)","attempt":"\#(request.attempt)","tag":"\#(tag)"}"#
        return try await server.post("/api/auth/unlock/finish", json).status == 204
    }

    /// Restores the initial failures after a success, and ends delays.
    private func liftFailures() async throws {
        let now = server.clock.now
        try await change { key in
            if key.failures < Self.lift { key.failures += Self.lift }
            if key.failures < AttemptPolicy.perSession { key.attemptedAt = now - key.wait }
        }
    }

    private func change(_ change: @escaping @Sendable (inout UnlockKey) -> Void) async throws {
        try await server.dependencies.store.write { [ids = devices.map(\.id)] transaction in
            for id in ids {
                guard var key = try transaction.unlockKeys.find(id: id) else { continue }
                change(&key)
                try transaction.unlockKeys.update(key)
            }
        }
    }
}
