internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyCore

/// A sign-in at the provider on another device (RFC 8628). The user enters a code there, and this device polls until
/// then.
struct DeviceSignIn: Sendable {
    /// The code and address for the other device.
    struct Code: Equatable, Sendable, RedactedSecrets {
        let text: String
        let address: String
    }

    private struct Document: Decodable {
        var deviceCode: String
        var userCode: String
        var verificationUri: String
        var expiresIn: Double
        var interval: Double?
    }

    /// Polling intervals in seconds: the default without an `interval` (3.2), the increment of `slow_down` (3.5), and
    /// the maximum.
    private static let (standard, step, longest) = (5.0, 5.0, 120.0)
    /// The limit in seconds, whatever the provider allows.
    private static let limit = 1800.0

    let provider: ProviderMetadata
    let clientID: String
    let http: ProviderHTTP
    var reauthentication: Reauthentication?
    var clock: any Clock<Duration> = ContinuousClock()

    /// Returns a new ID token.
    ///
    /// - Parameter show: Called with the code.
    func idToken(
        show: @escaping @Sendable (Code) async -> Void
    ) async throws(ProviderSignInError) -> String {
        let document = try await begin()
        var interval = min(max(document.interval ?? Self.standard, 1), Self.longest)
        var left = min(document.expiresIn, Self.limit)
        await show(Code(text: document.userCode, address: document.verificationUri))
        while true {
            // Also before the first poll (3.4).
            guard left > interval else { throw .expired }
            left -= interval
            do { try await clock.sleep(for: .seconds(interval)) } catch { throw .cancelled }
            switch await question(document.deviceCode) {
            case .success(.idToken(let token)):
                try reauthentication?.check(token)
                return token
            case .success(.error("authorization_pending")): break
            case .success(.error("slow_down")): interval = min(interval + Self.step, Self.longest)
            case .success(.error("expired_token")): throw .expired
            case .success(.error("access_denied")): throw .denied
            case .success(.error), .success(.unusable): throw .unreachable
            case .failure(.cancelled): throw .cancelled
            // The provider may recover: poll less often from now on (3.5).
            case .failure: interval = min(interval * 2, Self.longest)
            }
        }
    }

    private func begin() async throws(ProviderSignInError) -> Document {
        guard let endpoint = provider.device else { throw .unreachable }
        // RFC 8628 has no parameters for reauthentication. A provider that supports these uses them, and the token has
        // the time of authentication in any case.
        let fields = [("client_id", clientID), ("scope", "openid email profile")]
        let response = try await http.post(
            fields + (reauthentication == nil ? [] : Reauthentication.fields), to: endpoint)
        guard response.status == 200,
            let document = try? WireFormat.makeDecoder().decode(Document.self, from: response.body),
            // A user reads both, and types the address.
            ProviderAddress(document.verificationUri) != nil, (1...64).contains(document.userCode.count)
        else { throw .unreachable }
        return document
    }

    private func question(_ code: String) async -> Result<TokenResponse, ProviderSignInError> {
        let fields = [
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", code),
            ("client_id", clientID),
        ]
        do throws(ProviderSignInError) {
            return .success(TokenResponse(try await http.post(fields, to: provider.token)))
        } catch {
            return .failure(error)
        }
    }
}
