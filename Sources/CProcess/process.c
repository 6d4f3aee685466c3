#include "CProcess.h"

#ifdef __linux__
#include <linux/magic.h>
#include <sys/prctl.h>
#include <sys/vfs.h>

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

int cprocess_set_undumpable(void) {
    return 0;
}

int cprocess_is_in_memory(int descriptor) {
    struct statfs status;
    if (fstatfs(descriptor, &status) != 0) return 0;
    return strcmp(status.f_fstypename, "tmpfs") == 0;
}
#endif
