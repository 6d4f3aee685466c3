import CryptoKit
import SwiftUI
import Testing

/// Facts of Apple's SDK that a stand-in once had wrong. If a stand-in differs again, this does not compile, or fails.
@Suite struct SDKFactsTests {
    /// A key and its character, with the source.
    private static let keys: [(KeyEquivalent, Character, String)] = [
        (.delete, "\u{8}", "https://developer.apple.com/documentation/swiftui/keyequivalent/delete"),
        (.deleteForward, "\u{F728}", "https://developer.apple.com/documentation/swiftui/keyequivalent/deleteforward"),
    ]

    @Test func keyCharactersMatchTheSDK() {
        for (key, character, page) in Self.keys { #expect(key.character == character, "\(page)") }
    }

    /// `let publicKey` in CryptoKit.swiftinterface of the iOS 16.5 and 18.0 SDKs: a key path to what throws does not
    /// compile.
    @Test func readingAPublicKeyOfTheEnclaveDoesNotThrow() {
        let publicKey = \SecureEnclave.P256.KeyAgreement.PrivateKey.publicKey
        #expect(type(of: publicKey).valueType == P256.KeyAgreement.PublicKey.self)
    }
}
