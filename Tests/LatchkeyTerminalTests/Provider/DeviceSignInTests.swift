import Foundation
import LatchkeyCore
import LatchkeyTestSupport
import Testing

@testable import LatchkeyTerminal

/// Sign-in with a device code (RFC 8628), with a clock controlled by the test.
@Suite struct DeviceSignInTests {
    private let provider = ScriptedProvider()
    private let clock = ManualClock()

    private func begin(reauthentication: Reauthentication? = nil) async throws -> Task<
        Result<String, ProviderSignInError>, Never
    > {
        let flow = DeviceSignIn(
            provider: try await provider.metadata(), clientID: "terminal", http: provider.http,
            reauthentication: reauthentication,
            clock: clock)
        return Task {
            do throws(ProviderSignInError) {
                return .success(
                    try await flow.idToken { code in
                        #expect(code == DeviceSignIn.Code(text: "WDJB-MJHT", address: "https://login.example/d"))
                    })
            } catch {
                return .failure(error)
            }
        }
    }

    /// Expects that the next poll occurs after this many seconds, and not earlier.
    private func pass(_ seconds: Int) async throws {
        await clock.waitForSleepers()
        let before = provider.questions("/token").count
        clock.advance(by: .milliseconds(seconds * 1000 - 1))
        await Task.yield()
        #expect(provider.questions("/token").count == before, "polled before \(seconds) seconds were over")
        clock.advance(by: .milliseconds(1))
        try await until { provider.questions("/token").count == before + 1 }
    }

    @Test func slowDownResponseAddsFiveSecondsToThePollingInterval() async throws {
        provider.addDevice(
            ["interval": 7], errors: ["authorization_pending", "slow_down", "authorization_pending", "slow_down"])
        provider.add("/token", 200, ["id_token": "T"])
        let task = try await begin()
        for seconds in [7, 7, 12, 12, 17] { try await pass(seconds) }
        #expect(await task.value == .success("T"))
        let device = try #require(provider.questions("/device").first)
        #expect(device["client_id"] == "terminal" && device["scope"]?.contains("openid") == true)
        let question = try #require(provider.questions("/token").first)
        #expect(question["grant_type"] == "urn:ietf:params:oauth:grant-type:device_code")
        #expect(question["device_code"] == "D" && question["client_id"] == "terminal")
    }

    @Test(arguments: [(nil, 5), (0, 1), (-3, 1)] as [(Int?, Int)])
    func pollingIntervalDefaultsToFiveSecondsWithMinimumOne(interval: Int?, seconds: Int) async throws {
        provider.addDevice(["interval": interval], errors: ["access_denied"])
        let task = try await begin()
        try await pass(seconds)
        #expect(await task.value == .failure(.denied))
    }

    @Test(arguments: [(nil, false), (-61, false), (-60, true)] as [(Double?, Bool)])
    func resetByDeviceCodeRequiresReauthenticationAtTheProvider(offset: Double?, isEnough: Bool) async throws {
        let now = 1_700_000_000.0
        let token = try ScriptedProvider.idToken(nonce: nil, authTime: offset.map { now + $0 })
        provider.addDevice(errors: [])
        provider.add("/token", 200, ["id_token": token])
        let task = try await begin(reauthentication: Reauthentication(since: Date(timeIntervalSince1970: now)))
        try await pass(5)
        #expect(await task.value == (isEnough ? .success(token) : .failure(.notReauthenticated)))
        let device = try #require(provider.questions("/device").first)
        #expect(device["prompt"] == "login" && device["max_age"] == "0")
    }

    @Test func unreachableProviderDoublesThePollingInterval() async throws {
        provider.addDevice(errors: [])
        provider.add("/token", 200, nil)
        provider.add("/token", 200, nil)
        provider.add("/token", 200, ["id_token": "T"])
        let task = try await begin()
        for seconds in [5, 10, 20] { try await pass(seconds) }
        #expect(await task.value == .success("T"))
    }

    @Test(arguments: [
        ("expired_token", ProviderSignInError.expired), ("access_denied", .denied),
        ("invalid_client", .unreachable),
    ])
    func errorFromTheProviderEndsTheSignIn(error: String, outcome: ProviderSignInError) async throws {
        provider.addDevice(errors: [error])
        let task = try await begin()
        try await pass(5)
        #expect(await task.value == .failure(outcome))
    }

    @Test func expiredDeviceCodeIsNoLongerPolled() async throws {
        provider.addDevice(["expires_in": 12], errors: ["authorization_pending", "authorization_pending"])
        let task = try await begin()
        for _ in 0..<2 { try await pass(5) }
        #expect(await task.value == .failure(.expired))
    }

    @Test func cancellingEndsTheWait() async throws {
        provider.addDevice(errors: [])
        let task = try await begin()
        await clock.waitForSleepers()
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        #expect(provider.questions("/token").isEmpty)
    }

    @Test(arguments: [
        ["verification_uri": "http://login.example/d"], ["verification_uri": "javascript:alert(1)"],
        ["user_code": ""], ["user_code": String(repeating: "A", count: 65)],
    ])
    func unusableDeviceCodeOrVerificationAddressIsRejected(members: [String: String]) async throws {
        provider.addDevice(members, errors: [])
        #expect(await (try begin()).value == .failure(.unreachable))
    }
}
