#define _GNU_SOURCE
#include "CProcess.h"

#include <fcntl.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/magic.h>
#include <sys/prctl.h>
#include <sys/vfs.h>

int cprocess_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

int cprocess_set_undumpable(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

int cprocess_is_in_memory(int descriptor) {
    struct statfs status;
    if (fstatfs(descriptor, &status) != 0) return 0;
    return status.f_type == TMPFS_MAGIC || (unsigned int)status.f_type == RAMFS_MAGIC;
}
#else
#include <string.h>
#include <sys/mount.h>
#include <sys/param.h>

int cprocess_pipe(int ends[2]) {
    if (pipe(ends) != 0) return -1;
    for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    return 0;
}

int cprocess_set_undumpable(void) {
    return 0;
}

int cprocess_is_in_memory(int descriptor) {
    struct statfs status;
    if (fstatfs(descriptor, &status) != 0) return 0;
    return strcmp(status.f_fstypename, "tmpfs") == 0;
}
#endif
