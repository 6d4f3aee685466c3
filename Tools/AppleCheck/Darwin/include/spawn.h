// Darwin's form of posix_spawn, with pointers to opaque types, which Swift imports as optional pointers without an
// initialiser. Source: spawn.h and sys/spawn.h of Apple's open-source Libc and xnu.
#pragma once
#include <signal.h>
#include <sys/types.h>

typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;

#define POSIX_SPAWN_RESETIDS 0x0001
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008

int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]);
int posix_spawnp(pid_t *process, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]);
int posix_spawnattr_init(posix_spawnattr_t *attributes);
int posix_spawnattr_destroy(posix_spawnattr_t *attributes);
int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags);
int posix_spawnattr_setpgroup(posix_spawnattr_t *attributes, pid_t group);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *attributes, const sigset_t *signals);
int posix_spawnattr_setsigmask(posix_spawnattr_t *attributes, const sigset_t *signals);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *actions, int descriptor);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *actions, int descriptor, const char *path, int flags,
                                     mode_t mode);
