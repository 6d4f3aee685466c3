import Foundation
import LatchkeyAPI

/// WebAuthn, too, encodes data like this in JSON (https://www.w3.org/TR/webauthn-3/#typedefdef-base64urlstring).
extension Base64URL {
    var data: Data { Data(bytes) }

    init(_ data: Data) { self.init(Array(data)) }
}
