#ifndef CPROCESS_H
#define CPROCESS_H

#include <spawn.h>
#include <string.h>

/// What `posix_spawn` takes, to be filled in by the `init` functions. Here, since they are structures on Linux and pointers
/// on Darwin: no expression of Swift makes both.
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

/// Makes a pipe whose ends no program inherits that is started meanwhile: pipe2(2) with O_CLOEXEC. Where there is no such
/// call they are marked right after. Returns 0, or -1 with errno.
int cprocess_pipe(int ends[2]);

/// Keeps other processes of the same user from looking into this one, and the system from writing its memory to a core
/// file: prctl(2), PR_SET_DUMPABLE. Returns 0, or -1 with errno. Does nothing where there is no such call.
int cprocess_set_undumpable(void);

/// Whether the open file or folder is on a file system in memory (or swap): tmpfs or ramfs, by statfs(2). Returns 0 when
/// that cannot be found out.
int cprocess_is_in_memory(int descriptor);

#endif
