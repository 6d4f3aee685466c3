#pragma once
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
// The calls that take D-Bus paths: the only ones that look without asking the user to unlock.
#define SECRET_API_SUBJECT_TO_CHANGE
#include <libsecret/secret.h>
