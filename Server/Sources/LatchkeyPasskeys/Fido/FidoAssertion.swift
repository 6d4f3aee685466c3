import CFido2
import Foundation

/// An assertion in libfido2 (https://developers.yubico.com/libfido2/Manuals/fido_assert_verify.html).
struct FidoAssertion: ~Copyable {
    private let handle: OpaquePointer

    init() throws(PasskeyError) {
        fido_init(0)
        guard let handle = fido_assert_new() else { throw .unavailable }
        self.handle = handle
    }

    deinit {
        var handle: OpaquePointer? = handle
        fido_assert_free(&handle)
    }

    /// Sets the data to verify, which libfido2 copies.
    func set(
        _ data: AuthenticatorData, clientDataHash: [UInt8], signature: Data, for party: RelyingParty
    ) throws(PasskeyError) {
        guard fido_assert_set_count(handle, 1) == FIDO_OK, fido_assert_set_rp(handle, party.id) == FIDO_OK,
            fido_assert_set_clientdata_hash(handle, clientDataHash, clientDataHash.count) == FIDO_OK
        else { throw .unavailable }
        guard fido_assert_set_authdata_raw(handle, 0, data.bytes, data.bytes.count) == FIDO_OK else {
            throw .authenticatorData
        }
        guard fido_assert_set_sig(handle, 0, Array(signature), signature.count) == FIDO_OK else { throw .signature }
    }

    /// Throws unless the signature is valid for the key.
    func verify(by key: borrowing FidoPublicKey) throws(PasskeyError) {
        let algorithm = Int32(key.algorithm.rawValue)
        switch key.withKey({ fido_assert_verify(handle, 0, algorithm, $0) }) {
        case FIDO_OK: return
        case FIDO_ERR_INVALID_SIG: throw .signature
        // An unrequested extension with a value.
        case FIDO_ERR_INVALID_PARAM: throw .authenticatorData
        default: throw .unavailable
        }
    }
}
