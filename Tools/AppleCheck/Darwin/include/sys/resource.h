// Limits by number, where glibc has an enumeration. Source: sys/resource.h of Apple's open-source xnu.
#pragma once
#include <sys/time.h>
#include <sys/types.h>

typedef unsigned long rlim_t;
struct rlimit {
    rlim_t rlim_cur;
    rlim_t rlim_max;
};
struct rusage {
    struct timeval ru_utime;
    struct timeval ru_stime;
    long ru_maxrss;
};

#define RLIMIT_CPU 0
#define RLIMIT_FSIZE 1
#define RLIMIT_DATA 2
#define RLIMIT_STACK 3
#define RLIMIT_CORE 4
#define RLIMIT_NOFILE 8
#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN (-1)

int getrlimit(int which, struct rlimit *limit);
int setrlimit(int which, const struct rlimit *limit);
int getrusage(int who, struct rusage *usage);
