import Foundation

/// Base64 (RFC 4648) where every value has exactly one text: a decoder that ignores stray bits would accept two texts
/// for one record.
enum Base64Text {
    enum Form {
        /// Standard alphabet with padding: keys and sealed records.
        case padded
        /// Standard alphabet without padding: PHC text.
        case unpadded
        /// URL-safe alphabet without padding: tokens.
        case url
    }

    static func encode(_ bytes: [UInt8], as form: Form) -> String {
        let text = Data(bytes).base64EncodedString()
        return switch form {
        case .padded: text
        case .unpadded: text.replacing("=", with: "")
        case .url: text.replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
        }
    }

    /// Returns nil unless `encode` gives the text for some bytes.
    static func decode(_ text: String, as form: Form) -> [UInt8]? {
        var standard = text
        if form == .url {
            standard = standard.replacing("-", with: "+").replacing("_", with: "/")
        }
        if form != .padded {
            standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        }
        guard let data = Data(base64Encoded: standard) else { return nil }
        let bytes = [UInt8](data)
        return encode(bytes, as: form).utf8.elementsEqual(text.utf8) ? bytes : nil
    }
}
