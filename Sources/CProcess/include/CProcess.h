#ifndef CPROCESS_H
#define CPROCESS_H

#include <spawn.h>
#include <string.h>

/// The arguments of `posix_spawn`, initialized by its `init` functions. They are structures on Linux and pointers on
/// Darwin: no Swift expression creates both.
static inline posix_spawnattr_t cprocess_blank_attributes(void) {
    posix_spawnattr_t attributes;
    memset(&attributes, 0, sizeof attributes);
    return attributes;
}

static inline posix_spawn_file_actions_t cprocess_blank_actions(void) {
    posix_spawn_file_actions_t actions;
    memset(&actions, 0, sizeof actions);
    return actions;
}

/// Closes all descriptors from this number on in the new program, if the C library supports it (glibc 2.34). Returns 0,
/// or ENOSYS.
int cprocess_close_from(posix_spawn_file_actions_t *actions, int first);

/// Opens a pipe with O_CLOEXEC, so that programs that are started at the same time do not inherit it: pipe2(2). Without
/// that call, the flag is set immediately afterwards. Returns 0, or -1 with errno.
int cprocess_pipe(int ends[2]);

/// Prevents core files (setrlimit(2), RLIMIT_CORE). On Linux, also prevents other processes of the same user from
/// reading this one's memory (prctl(2), PR_SET_DUMPABLE). Returns 0, or -1 with errno.
int cprocess_prevent_dumps(void);

/// Whether the open file or folder is on a file system in memory (or swap): tmpfs or ramfs, by statfs(2). Returns 0 if
/// statfs fails.
int cprocess_is_in_memory(int descriptor);

/// The value of `termios.c_cc` that disables a special character: `_POSIX_VDISABLE`.
unsigned char cprocess_disabled_key(void);

/// The commit of the build, from `LATCHKEY_COMMIT` in the build's environment; empty if it is not set.
const char *cprocess_commit(void);

#endif
