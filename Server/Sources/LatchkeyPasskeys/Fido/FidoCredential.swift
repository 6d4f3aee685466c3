import CFido2
import Foundation

/// A new credential in libfido2 (https://developers.yubico.com/libfido2/Manuals/fido_cred_new.html).
struct FidoCredential: ~Copyable {
    private let handle: OpaquePointer

    init() throws(PasskeyError) {
        // Required on each thread that calls libfido2.
        fido_init(0)
        guard let handle = fido_cred_new() else { throw .unavailable }
        self.handle = handle
    }

    deinit {
        var handle: OpaquePointer? = handle
        fido_cred_free(&handle)
    }

    /// Returns the key in libfido2's format; nil if the data has no key of the algorithm.
    func key(_ algorithm: PasskeyAlgorithm, in data: AuthenticatorData) -> Data? {
        guard fido_cred_set_type(handle, Int32(algorithm.rawValue)) == FIDO_OK,
            fido_cred_set_authdata_raw(handle, data.bytes, data.bytes.count) == FIDO_OK,
            let key = fido_cred_pubkey_ptr(handle)
        else { return nil }
        // A copy: libfido2 frees its own with the credential.
        return Data(bytes: key, count: fido_cred_pubkey_len(handle))
    }
}
