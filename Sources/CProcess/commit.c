#include "CProcess.h"

#define TEXT(token) #token
#define TEXT_OF(macro) TEXT(macro)

// In C, so that a new commit recompiles only this file and the programs, and no library.
const char *cprocess_commit(void) {
#ifdef LATCHKEY_COMMIT
    return TEXT_OF(LATCHKEY_COMMIT);
#else
    return "";
#endif
}
