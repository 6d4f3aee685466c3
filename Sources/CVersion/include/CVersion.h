#pragma once

/// The one place of the version. CHANGELOG.md names it, and so do the packages that scripts/deb makes.
#define LATCHKEY_VERSION "0.1.0"

/// The commit that was built, by `LATCHKEY_COMMIT` of the build's environment; empty without that.
const char *_Nonnull latchkey_commit(void);
