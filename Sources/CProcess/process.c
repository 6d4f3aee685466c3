#include "CProcess.h"

#ifdef __linux__
#include <sys/prctl.h>

int cprocess_set_undumpable(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
#else
int cprocess_set_undumpable(void) {
    return 0;
}
#endif
