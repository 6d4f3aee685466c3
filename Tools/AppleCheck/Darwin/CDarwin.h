// Declarations that Darwin has, Linux lacks and our sources use. Source: the headers of Apple's open-source xnu and
// Libc named above each.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// sys/fcntl.h
#define F_FULLFSYNC 51

// sys/socket.h
#define SO_NOSIGPIPE 0x1022

// string.h: errno_t and rsize_t are int and size_t.
int memset_s(void *memory, size_t size, int value, size_t count);

// sys/sysctl.h
int sysctlbyname(const char *name, void *old, size_t *old_size, void *new_value, size_t new_size);

// time.h
uint64_t clock_gettime_nsec_np(clockid_t clock);
