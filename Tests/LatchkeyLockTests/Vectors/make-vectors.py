#!/usr/bin/env python3
"""Makes the fixed vectors of LatchkeyLock's formats, without any of its code: hashlib and python3-cryptography only.

    python3 make-vectors.py > ../FormatVectors.swift

Every input is a run of counted bytes, so that the vectors can be checked without a program.
"""
import hashlib, hmac, struct
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def run(first, count):
    return bytes((first + i) % 256 for i in range(count))


def hkdf(key, info, salt=b""):
    return HKDF(SHA256(), 32, salt or None, info).derive(key)


def gcm(key, nonce, text, context):
    return nonce + AESGCM(key).encrypt(nonce, text, context)


def sha(data):
    return hashlib.sha256(data).digest()


def block(data):
    return struct.pack(">H", len(data)) + data


PASSCODE = b"481920"
VAULT_KEY, DEVICE, RECOVERY = run(0x01, 32), run(0x41, 32), run(0x81, 32)
VAULT_ID, INSTALLATION, SALT = run(0xA1, 16), run(0xB1, 16), run(0xC1, 16)
NONCES = [run(0x10 * i, 12) for i in range(1, 6)]


def bind(key, label):
    return hkdf(key, label, salt=DEVICE)


def slot(purpose, head, key, nonce):
    head = bytes([1, purpose]) + head
    return head + gcm(key, nonce, VAULT_KEY, head + VAULT_ID)


def passcode_slot(log_n, r, p):
    stretched = hashlib.scrypt(PASSCODE, salt=SALT, n=1 << log_n, r=r, p=p, maxmem=1 << 28, dklen=32)
    key = bind(stretched, b"latchkey/passcode-slot/1" + VAULT_ID)
    return slot(1, bytes([log_n, r, p]) + SALT, key, NONCES[0])


passcode = passcode_slot(15, 8, 3)
recovery = slot(2, b"", bind(RECOVERY, b"latchkey/recovery-slot/1" + VAULT_ID), NONCES[1])
opened = slot(3, b"", bind(VAULT_ID, b"latchkey/open-slot/1" + VAULT_ID), NONCES[2])

tag = bind(bytes(32), b"latchkey/device-tag/1")[:16]
record = bytes([1, 2, 1, 15]) + sha(passcode) + sha(recovery) + bytes(32)
record = gcm(hkdf(VAULT_KEY, b"latchkey/record/1"), NONCES[3], record,
             b"latchkey/record/1" + VAULT_ID + INSTALLATION + tag)
header = b"LKV1" + b"\1" + VAULT_ID + INSTALLATION + tag
header += block(passcode) + block(recovery) + block(b"") + block(record)
header += sha(header)

biometric = bytes([1, 4]) + VAULT_KEY + sha(passcode)
biometric += hmac.new(hkdf(VAULT_KEY, b"latchkey/biometric-slot/1" + VAULT_ID), biometric, "sha256").digest()

# Under a key of the hardware, whose private half no real hardware gives out.
HARDWARE, HANDLE = run(0x21, 32), run(0x31, 16)
enclave, once = (ec.derive_private_key(int.from_bytes(key, "big"), ec.SECP256R1()) for key in (HARDWARE, run(0x61, 32)))
recipient, sender = (
    key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint) for key in (enclave, once))
label = b"latchkey/sealed-biometric-slot/1"
shared = once.exchange(ec.ECDH(), enclave.public_key())
box = gcm(hkdf(shared, label + sender + recipient), NONCES[0], biometric, label)
sealed_biometric = b"\1" + block(HANDLE) + sender + recipient + block(box)
sealed_biometric += sha(sealed_biometric)


def hpke(recipient, ephemeral, info, text):
    """RFC 9180, base mode: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20-Poly1305; the first message."""
    def labelled(suite, salt, label, key):
        return hmac.new(salt or bytes(32), b"HPKE-v1" + suite + label + key, "sha256").digest()

    def expand(suite, secret, label, info, length):
        info = struct.pack(">H", length) + b"HPKE-v1" + suite + label + info
        return hmac.new(secret, info + b"\1", "sha256").digest()[:length]

    enc = ephemeral.public_key().public_bytes_raw()
    kem, suite = b"KEM" + struct.pack(">H", 0x20), b"HPKE" + struct.pack(">HHH", 0x20, 1, 3)
    shared = labelled(kem, b"", b"eae_prk", ephemeral.exchange(recipient.public_key()))
    shared = expand(kem, shared, b"shared_secret", enc + recipient.public_key().public_bytes_raw(), 32)
    context = b"\0" + labelled(suite, b"", b"psk_id_hash", b"") + labelled(suite, b"", b"info_hash", info)
    secret = labelled(suite, shared, b"secret", b"")
    key = expand(suite, secret, b"key", context, 32)
    nonce = expand(suite, secret, b"base_nonce", context, 12)
    return enc + ChaCha20Poly1305(key).encrypt(nonce, text, b"")


sealing = X25519PrivateKey.from_private_bytes(hkdf(VAULT_KEY, b"latchkey/sealing-key/1"))
sealed_while_locked = b"\2" + hpke(
    sealing, X25519PrivateKey.from_private_bytes(run(0xD1, 32)), b"\2notes", b"a note")
sealed = b"\1" + gcm(hkdf(VAULT_KEY, b"latchkey/data/1"), NONCES[4], b"a note", b"\1notes")

attempts = b"\1" + struct.pack(">QQQ", 7, 3, 0) + block(b"boot-a") + struct.pack(">QQQ", 90, 5 * 10**17, 1_700_000_000)
attempts += sha(attempts)

device = DEVICE + sha(DEVICE)

print("// Made by Vectors/make-vectors.py. Do not edit: a change here changes the format of users' stored data.")
print("enum FormatVectors {")
for name, value in [
    ("vaultKey", VAULT_KEY), ("deviceSecret", device), ("recoveryKey", RECOVERY), ("vaultID", VAULT_ID),
    ("passcodeSlot", passcode), ("recoverySlot", recovery), ("openSlot", opened), ("header", header),
    ("biometricSlot", biometric), ("hardwareKey", HARDWARE), ("hardwareHandle", HANDLE),
    ("sealedBiometricSlot", sealed_biometric), ("sealedNote", sealed), ("attempts", attempts),
    ("sealingKey", sealing.public_key().public_bytes_raw()), ("sealedWhileLocked", sealed_while_locked),
]:
    text = value.hex()
    lines = [text[i:i + 96] for i in range(0, len(text), 96)]
    print(f'    static let {name} = """')
    for i, line in enumerate(lines):
        print("        " + line + ("\\" if i < len(lines) - 1 else ""))
    print('        """')
print(f'    static let passcode = "{PASSCODE.decode()}"')
print("}")
