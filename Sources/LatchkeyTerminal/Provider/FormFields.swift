internal import Foundation

/// Names and values in the format `application/x-www-form-urlencoded`, for bodies and queries.
enum FormFields {
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    static func encode(_ fields: [(String, String)]) -> String {
        fields.map { "\(encode($0))=\(encode($1))" }.joined(separator: "&")
    }

    private static func encode(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// Returns the values by name. Returns nil if a name occurs twice (RFC 6749, 3.1).
    static func decode(_ query: String) -> [String: String]? {
        var parts = URLComponents()
        parts.percentEncodedQuery = query.replacing("+", with: "%20")
        var values: [String: String] = [:]
        for item in parts.queryItems ?? [] {
            guard values.updateValue(item.value ?? "", forKey: item.name) == nil else { return nil }
        }
        return values
    }
}
