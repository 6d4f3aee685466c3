#include <libpq-fe.h>

// Pipelines, and the connection parameters that are used here, came with libpq 14.
#ifndef LIBPQ_HAS_PIPELINING
#error "LatchkeyPostgres needs libpq 14 or newer"
#endif
