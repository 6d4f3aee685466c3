// Replaces libsodium's Argon2id in a server (LD_PRELOAD), and waits as long as a hash takes in place of
// computing one: the rest is the work of the server and its database. For the bench alone: it protects nothing.
#include <stddef.h>
#include <string.h>
#include <time.h>

int crypto_pwhash_argon2id(
    unsigned char *out, unsigned long long size, const char *passcode, unsigned long long length,
    const unsigned char *salt, unsigned long long passes, size_t memory, int algorithm) {
    (void)passes;
    (void)memory;
    (void)algorithm;
    struct timespec time = {.tv_sec = 0, .tv_nsec = 20 * 1000 * 1000};
    while (nanosleep(&time, &time) != 0) continue;
    memset(out, 0, (size_t)size);
    // Another passcode or salt has another result.
    for (unsigned long long i = 0; i < length; i++) {
        out[i % size] = (unsigned char)(out[i % size] * 31 + (unsigned char)passcode[i]);
    }
    for (unsigned long long i = 0; i < 16; i++) out[i % size] ^= salt[i];
    return 0;
}
