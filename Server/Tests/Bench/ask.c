// Posts the same body to a server on the loopback interface, by many sessions, at almost no cost: one thread, no
// allocation, and only the status and the next access token of a response are read. Without a body it sends GET.
//
//   ask PORT PATH BODY SECONDS closed            each session sends its next request after a response
//   ask PORT PATH BODY SECONDS even RATE         requests come at a fixed distance, RATE a second
//   ask PORT PATH BODY SECONDS chance RATE       requests come by chance (exponential distances)
//
// Reads a header line for each session from standard input, and prints lines of these forms:
//
//   run SECONDS PROCESSOR SKIPPED                how long it took, the processor time of this program in seconds, and
//                                                how many requests found no idle session
//   response STATUS SECONDS                        of each response, counted from when the request was due
//   session HEADER                               of each session, with its newest access token
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { most_sessions = 256, most_responses = 200000, header_size = 256, message_size = 4096 };

struct session {
    char header[header_size];
    char response[message_size];
    size_t length;
    double due;
    bool is_busy;
};

static struct session sessions[most_sessions];
static struct pollfd polls[most_sessions];
static struct { int status; double seconds; } responses[most_responses];
static int session_count, response_count, port;
static const char *path, *body;

static void fail(const char *what) {
    fprintf(stderr, "ask: %s: %s\n", what, strerror(errno));
    exit(70);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int connection(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int one = 1, descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return descriptor;
}

static void send_request(int index, double due) {
    struct session *session = &sessions[index];
    char request[message_size];
    int length = snprintf(
        request, sizeof request,
        "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n"
        "\r\n%s",
        *body ? "POST" : "GET", path, port, session->header, strlen(body), body);
    if (length >= (int)sizeof request) fail("the request is too long");
    session->due = due;
    session->length = 0;
    session->is_busy = true;
    if (write(polls[index].fd, request, (size_t)length) != length) fail("write");
}

// Returns whether the response is complete.
static bool is_complete(const struct session *session) {
    const char *end = strstr(session->response, "\r\n\r\n");
    if (end == NULL) return false;
    const char *field = strcasestr(session->response, "\r\ncontent-length:");
    size_t length = field != NULL && field < end ? strtoul(field + 17, NULL, 10) : 0;
    return session->length >= (size_t)(end + 4 - session->response) + length;
}

static void take_token(struct session *session) {
    static const char member[] = "\"access_token\":\"";
    const char *start = strstr(session->response, member);
    if (start == NULL) return;
    start += sizeof member - 1;
    int length = (int)strcspn(start, "\"");
    if (snprintf(session->header, header_size, "Authorization: Bearer %.*s", length, start) >= header_size) {
        fail("a token is too long");
    }
}

static void receive(int index) {
    struct session *session = &sessions[index];
    size_t room = sizeof session->response - 1 - session->length;
    ssize_t count = read(polls[index].fd, session->response + session->length, room);
    if (count <= 0) fail("read");
    session->length += (size_t)count;
    session->response[session->length] = 0;
    if (!is_complete(session)) return;
    if (response_count == most_responses) fail("too many responses");
    responses[response_count].status = atoi(session->response + 9);
    responses[response_count++].seconds = now() - session->due;
    take_token(session);
    session->is_busy = false;
}

// Waits until `end` at most, and reads the responses that have arrived.
static void wait_until(double end) {
    double left = end - now();
    if (left < 0) left = 0;
    struct timespec timeout = {.tv_sec = (time_t)left, .tv_nsec = (long)((left - floor(left)) * 1e9)};
    if (ppoll(polls, (nfds_t)session_count, &timeout, NULL) < 0) fail("ppoll");
    for (int index = 0; index < session_count; index++) {
        if (polls[index].revents != 0) receive(index);
    }
}

static int busy_count(void) {
    int count = 0;
    for (int index = 0; index < session_count; index++) count += sessions[index].is_busy;
    return count;
}

static void ask_closed(double end) {
    while (now() < end) {
        for (int index = 0; index < session_count; index++) {
            if (!sessions[index].is_busy) send_request(index, now());
        }
        wait_until(end);
    }
}

// Returns the number of requests without an idle session.
static int ask_open(double end, double rate, bool by_chance) {
    int skipped = 0, next = 0;
    for (double due = now(); due < end; due += by_chance ? -log(1 - drand48()) / rate : 1 / rate) {
        while (now() < due) wait_until(due);
        int tried = 0;
        while (tried < session_count && sessions[next].is_busy) next = (next + 1) % session_count, tried++;
        if (tried == session_count) {
            skipped++;
        } else {
            send_request(next, due);
            next = (next + 1) % session_count;
        }
    }
    return skipped;
}

static double processor_time(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void read_sessions(void) {
    while (session_count < most_sessions && fgets(sessions[session_count].header, header_size, stdin) != NULL) {
        sessions[session_count].header[strcspn(sessions[session_count].header, "\n")] = 0;
        polls[session_count++] = (struct pollfd){.fd = connection(), .events = POLLIN};
    }
}

int main(int count, char **words) {
    if (count < 6) return 64;
    port = atoi(words[1]);
    path = words[2];
    body = words[3];
    const char *mode = words[5];
    srand48(1);
    read_sessions();
    int skipped = 0;
    double begin = now(), end = begin + atof(words[4]);
    if (strcmp(mode, "closed") == 0) {
        ask_closed(end);
    } else if (count == 7) {
        skipped = ask_open(end, atof(words[6]), strcmp(mode, "chance") == 0);
    } else {
        return 64;
    }
    while (busy_count() > 0) wait_until(now() + 1);
    printf("run %.6f %.6f %d\n", now() - begin, processor_time(), skipped);
    for (int index = 0; index < response_count; index++) {
        printf("response %d %.6f\n", responses[index].status, responses[index].seconds);
    }
    for (int index = 0; index < session_count; index++) printf("session %s\n", sessions[index].header);
    return 0;
}
