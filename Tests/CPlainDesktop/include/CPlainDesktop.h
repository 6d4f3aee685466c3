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

/// fprintd's reader as a program in C uses it.
typedef struct plain_reader plain_reader;

/// Connects to the bus at the address. NULL when that fails.
plain_reader *plain_reader_open(const char *bus);
void plain_reader_close(plain_reader *reader);

/// Claims the reader, and has it wait for a finger. Returns 0 when it does.
int plain_reader_begin(plain_reader *reader);

/// Waits until fprintd has an answer to the finger, and gives the reader back. Returns 1 for a match.
int plain_reader_end(plain_reader *reader);
