#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

unsigned char cprocess_disabled_key(void) {
    return _POSIX_VDISABLE;
}

static int prevent_core_files(void) {
    struct rlimit none = {0, 0};
    return setrlimit(RLIMIT_CORE, &none);
}

int cprocess_close_from(posix_spawn_file_actions_t *actions, int first) {
#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
#endif
#endif
    (void)actions;
    (void)first;
    return ENOSYS;
}

#ifdef __linux__
#include <linux/magic.h>
#include <sys/prctl.h>
#include <sys/vfs.h>

int cprocess_pipe(int ends[2]) {
    return pipe2(ends, O_CLOEXEC);
}

int cprocess_prevent_dumps(void) {
    if (prevent_core_files() != 0) return -1;
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

int cprocess_is_in_memory(int descriptor) {
    struct statfs status;
    if (fstatfs(descriptor, &status) != 0) return 0;
    return status.f_type == TMPFS_MAGIC || (unsigned int)status.f_type == RAMFS_MAGIC;
}
#else
#include <sys/mount.h>
#include <sys/param.h>

int cprocess_pipe(int ends[2]) {
    if (pipe(ends) != 0) return -1;
    for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    return 0;
}

int cprocess_prevent_dumps(void) {
    return prevent_core_files();
}

int cprocess_is_in_memory(int descriptor) {
    struct statfs status;
    if (fstatfs(descriptor, &status) != 0) return 0;
    return strcmp(status.f_fstypename, "tmpfs") == 0;
}
#endif
