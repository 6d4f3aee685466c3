import CFido2
import Foundation

/// A public key in libfido2.
struct FidoPublicKey: ~Copyable {
    let algorithm: PasskeyAlgorithm
    private let handle: OpaquePointer

    init(_ algorithm: PasskeyAlgorithm) throws(PasskeyError) {
        fido_init(0)
        let handle =
            switch algorithm {
            case .es256: es256_pk_new()
            case .eddsa: eddsa_pk_new()
            case .rs256: rs256_pk_new()
            }
        guard let handle else { throw .unavailable }
        self.algorithm = algorithm
        self.handle = handle
    }

    deinit {
        var handle: OpaquePointer? = handle
        switch algorithm {
        case .es256: es256_pk_free(&handle)
        case .eddsa: eddsa_pk_free(&handle)
        case .rs256: rs256_pk_free(&handle)
        }
    }

    /// Reads and copies the bytes. Returns false if they are not a key.
    func read(_ bytes: Data) -> Bool {
        let bytes = Array(bytes)
        let status =
            switch algorithm {
            case .es256: es256_pk_from_ptr(handle, bytes, bytes.count)
            case .eddsa: eddsa_pk_from_ptr(handle, bytes, bytes.count)
            case .rs256: rs256_pk_from_ptr(handle, bytes, bytes.count)
            }
        return status == FIDO_OK
    }

    /// Calls the body with libfido2's key, which is valid only during the call.
    func withKey<Value>(_ body: (UnsafeRawPointer) -> Value) -> Value { body(UnsafeRawPointer(handle)) }
}
