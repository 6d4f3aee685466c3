// Prints the median time in seconds of one Argon2id call with the server's parameters, alone on one core.
#include <argon2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { calls = 25 };

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void) {
    double times[calls];
    unsigned char tag[32], salt[16];
    memset(salt, 7, sizeof salt);
    for (int i = 0; i < calls; i++) {
        struct timespec begin, end;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        if (argon2id_hash_raw(2, 19456, 1, "593072", 6, salt, sizeof salt, tag, sizeof tag) != ARGON2_OK) return 70;
        clock_gettime(CLOCK_MONOTONIC, &end);
        times[i] = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
    }
    qsort(times, calls, sizeof *times, ascending);
    printf("%.9f\n", times[calls / 2]);
    return 0;
}
