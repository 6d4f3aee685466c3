#ifndef CPROCESS_H
#define CPROCESS_H

/// Keeps other processes of the same user from looking into this one, and the system from writing its memory to a core
/// file: prctl(2), PR_SET_DUMPABLE. Returns 0, or -1 with errno. Does nothing where there is no such call.
int cprocess_set_undumpable(void);

/// Whether the folder is on a file system that is in memory only: tmpfs or ramfs. Returns 1, 0, or -1 with errno.
int cprocess_is_in_memory(const char *path);

#endif
