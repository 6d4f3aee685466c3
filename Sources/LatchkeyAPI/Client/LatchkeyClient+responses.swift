import Foundation

extension LatchkeyClient {
    /// Sends a call whose response has JSON and this status.
    func value<Value: Decodable>(of call: APICall, status: Int = 200) async throws(APIError) -> Value {
        let response = try await response(to: call)
        guard response.status == status else { throw APIError(response) }
        do {
            return try WireFormat.makeDecoder().decode(Value.self, from: response.body)
        } catch {
            // The decoder's error could quote the body.
            throw .unexpected(status: response.status)
        }
    }

    /// Sends a call whose response has only this status.
    func perform(_ call: APICall, status: Int = 204) async throws(APIError) {
        let response = try await response(to: call)
        guard response.status == status else { throw APIError(response) }
    }
}
