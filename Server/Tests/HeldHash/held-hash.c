// Wraps libsodium's Argon2id in a server under test (LD_PRELOAD): while the file of HELD_HASH exists, a hash
// that has begun makes a second file, and waits. So a test finds a check between its reservation and its settlement.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef int Hash(
    unsigned char *, unsigned long long, const char *, unsigned long long, const unsigned char *, unsigned long long,
    size_t, int);

static void wait_while_held(void) {
    const char *hold = getenv("HELD_HASH");
    char begun[4096];
    if (hold == NULL || access(hold, F_OK) != 0) return;
    int length = snprintf(begun, sizeof begun, "%s-begun", hold);
    if (length < 0 || (size_t)length >= sizeof begun) return;
    int file = open(begun, O_CREAT | O_WRONLY, 0600);
    if (file >= 0) close(file);
    const struct timespec step = {.tv_sec = 0, .tv_nsec = 1000 * 1000};
    while (access(hold, F_OK) == 0) nanosleep(&step, NULL);
}

int crypto_pwhash_argon2id(
    unsigned char *out, unsigned long long size, const char *passcode, unsigned long long length,
    const unsigned char *salt, unsigned long long passes, size_t memory, int algorithm) {
    Hash *hash = (Hash *)dlsym(RTLD_NEXT, "crypto_pwhash_argon2id");
    if (hash == NULL) return -1;
    wait_while_held();
    return hash(out, size, passcode, length, salt, passes, memory, algorithm);
}
