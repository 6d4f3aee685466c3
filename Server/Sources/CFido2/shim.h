#include <fido.h>
#include <fido/eddsa.h>
#include <fido/err.h>
#include <fido/es256.h>
#include <fido/param.h>
#include <fido/rs256.h>
