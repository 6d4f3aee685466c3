import CFido2
import Crypto
import Foundation
import LatchkeyPasskeys
import PasskeyTestSupport

/// A parsed libfido2 assertion, to measure only the verification of its signature. Never freed.
struct BareSignature {
    private let assertion: OpaquePointer
    private let key: UnsafeRawPointer
    private let algorithm: Int32

    /// Returns nil if libfido2 rejects a part.
    init?(_ response: TestPasskey.Assertion, _ algorithm: PasskeyAlgorithm, key: Data, id: String) {
        fido_init(0)
        let bytes = Array(key)
        let (data, hash) = (Array(response.authenticatorData), Array(SHA256.hash(data: response.clientData)))
        let read: (OpaquePointer?, UnsafeRawPointer, Int) -> Int32
        let publicKey: OpaquePointer?
        switch algorithm {
        case .es256: (publicKey, read) = (es256_pk_new(), es256_pk_from_ptr)
        case .eddsa: (publicKey, read) = (eddsa_pk_new(), eddsa_pk_from_ptr)
        case .rs256: (publicKey, read) = (rs256_pk_new(), rs256_pk_from_ptr)
        }
        guard let publicKey, let assertion = fido_assert_new(), read(publicKey, bytes, bytes.count) == FIDO_OK,
            fido_assert_set_count(assertion, 1) == FIDO_OK, fido_assert_set_rp(assertion, id) == FIDO_OK,
            fido_assert_set_clientdata_hash(assertion, hash, hash.count) == FIDO_OK,
            fido_assert_set_authdata_raw(assertion, 0, data, data.count) == FIDO_OK,
            fido_assert_set_sig(assertion, 0, Array(response.signature), response.signature.count) == FIDO_OK
        else { return nil }
        self.assertion = assertion
        self.key = UnsafeRawPointer(publicKey)
        self.algorithm = Int32(algorithm.rawValue)
    }

    var isRight: Bool { fido_assert_verify(assertion, 0, algorithm, key) == FIDO_OK }
}
