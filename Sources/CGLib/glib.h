#pragma once
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
// The calls with D-Bus paths, the only ones that search without prompting.
#define SECRET_API_SUBJECT_TO_CHANGE
#include <libsecret/secret.h>
