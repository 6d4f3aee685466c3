#ifndef CPROCESS_H
#define CPROCESS_H

/// Keeps other processes of the same user from looking into this one, and the system from writing its memory to a core
/// file: prctl(2), PR_SET_DUMPABLE. Returns 0, or -1 with errno. Does nothing where there is no such call.
int cprocess_set_undumpable(void);

/// Whether the open file or folder is on a file system in memory (or swap): tmpfs or ramfs, by statfs(2). Returns 0 when
/// that cannot be found out.
int cprocess_is_in_memory(int descriptor);

#endif
