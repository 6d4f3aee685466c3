// What Glibc's module leaves out: calls that are variadic or of Linux alone. Empty elsewhere.
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/vfs.h>

/// prctl(2) is variadic, which Swift does not call.
static inline int latchkey_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
#endif
