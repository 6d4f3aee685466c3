#pragma once
#include <stddef.h>

/// The keyring as a program in C uses it, to measure ours against: the same calls, and nothing else.
typedef struct plain_keyring plain_keyring;

/// Connects, and agrees on a session. NULL when that fails.
plain_keyring *plain_keyring_open(void);
void plain_keyring_close(plain_keyring *keyring);

/// Looks for the item, and puts the bytes in the place of its secret. Returns 0 when that is done.
int plain_keyring_store(plain_keyring *keyring, const char *service, const char *key, const void *bytes, size_t count);

/// Looks for the item, and fetches its secret. Returns how many bytes it has, or -1.
long plain_keyring_load(plain_keyring *keyring, const char *service, const char *key);
