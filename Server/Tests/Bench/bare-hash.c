// Evaluates Argon2id with the server's parameters and the server's library, on several threads at once:
// `bare-hash THREADS SECONDS`. Prints evaluations a second of all threads together, the median time of one in seconds,
// and the processor time of one in seconds.
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { most_threads = 64, most_calls = 10000 };

static double times[most_threads * most_calls];
static int counts[most_threads];
static double end;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void *hash(void *argument) {
    int thread = (int)(size_t)argument;
    unsigned char tag[32], salt[crypto_pwhash_argon2id_SALTBYTES];
    memset(salt, 7, sizeof salt);
    while (now() < end && counts[thread] < most_calls) {
        double begin = now();
        int status = crypto_pwhash_argon2id(
            tag, sizeof tag, "593072", 6, salt, 2, 19456 * 1024, crypto_pwhash_argon2id_ALG_ARGON2ID13);
        if (status != 0) exit(70);
        times[thread * most_calls + counts[thread]++] = now() - begin;
    }
    return NULL;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int count, char **words) {
    if (count != 3 || sodium_init() < 0) return 64;
    int threads = atoi(words[1]), total = 0;
    if (threads < 1 || threads > most_threads) return 64;
    pthread_t running[most_threads];
    double begin = now();
    end = begin + atof(words[2]);
    for (int i = 0; i < threads; i++) {
        if (pthread_create(&running[i], NULL, hash, (void *)(size_t)i) != 0) return 71;
    }
    for (int i = 0; i < threads; i++) pthread_join(running[i], NULL);
    double took = now() - begin;
    for (int i = 0; i < threads; i++) {
        memmove(&times[total], &times[i * most_calls], (size_t)counts[i] * sizeof *times);
        total += counts[i];
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double processor = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    qsort(times, (size_t)total, sizeof *times, ascending);
    printf("%.6f %.9f %.9f\n", total / took, times[total / 2], processor / total);
    return 0;
}
