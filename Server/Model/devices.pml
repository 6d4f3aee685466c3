/*
 * The server's evaluations for one device, over all interleavings of requests, crashes and the clock (V2, V19).
 *
 * `DeviceUnlock` counts an attempt, evaluates its input, reads the row again, responds, and learns of a success. The
 * variables are the row of the database, and a transaction is atomic. The first request has the right passcode, the
 * other guesses. The limit is 3 instead of 10, since the order of steps does not depend on it. Delays are omitted, since
 * they only remove steps.
 *
 * Each WITHOUT_... omits something that the server does, and violates an assertion; `make model` tries all.
 *
 * With TOLD each step prints a line. README.md has the format.
 */
#define LIMIT 3
#ifndef REQUESTS
#define REQUESTS 2
#endif
/* Inputs of all requests; 0 means none. An attempt has the number of its first input. */
#define INPUTS 7
#define SUCCESSES 2

#ifdef TOLD
#define told(text) printf(text, _pid - 1)
#define toldInput(text) printf(text, _pid - 1, attempt, input)
#define toldWhether(yes, no) if :: isAllowed -> told(yes) :: else -> told(no) fi
#else
#define told(text) skip
#define toldInput(text) skip
#define toldWhether(yes, no) skip
#endif

/* The row. */
byte failures, latest, latestInput;
bool isDestroyed;

/* Seen from outside: different inputs that were evaluated, by the number of successes before they were counted. */
byte successes, nextInput = 1;
byte evaluated[SUCCESSES];
bool isEvaluated[INPUTS];
bool isOver;

/* The owner shuts the device, or the time to finish the last attempt has passed. */
active proctype World() {
end:
    do
    :: d_step { !isDestroyed -> isDestroyed = true; isOver = true; told("shut\n") }
    :: d_step { failures >= LIMIT && !isDestroyed -> isDestroyed = true; isOver = true; told("shut\n") }
    od
}

inline evaluate() {
    d_step {
        told("evaluate %d\n");
        if
        :: !isEvaluated[input] ->
            isEvaluated[input] = true;
            evaluated[before]++;
            assert(evaluated[before] <= LIMIT)
        :: else
        fi
    }
}

/* The second read, and the response. */
inline respond() {
    d_step {
#ifndef WITHOUT_SECOND_READ
        isAllowed = !isDestroyed;
#endif
        toldWhether("respond %d given\n", "respond %d rejected\n");
        /* A device that is shut gets no evaluation. */
        assert(!isAllowed || !isOver)
    }
}

/* The transaction of an attempt: destroyed, the latest again, rejected, or counted. */
inline count() {
    d_step {
        isAllowed = false;
        if
#ifdef WITHOUT_SHUTTING
        :: false
#else
        :: isDestroyed
#endif
#ifdef WITHOUT_SAME_INPUT
        :: !isDestroyed && latest == attempt -> isAllowed = true; before = successes
#else
        :: !isDestroyed && latest == attempt -> isAllowed = (latestInput == input); before = successes
#endif
#ifdef WITHOUT_LIMIT
        :: !isDestroyed && latest != attempt ->
#else
        :: !isDestroyed && latest != attempt && failures >= LIMIT
        :: !isDestroyed && latest != attempt && failures < LIMIT ->
#endif
            failures++; latest = attempt; latestInput = input;
            before = successes; isAllowed = true
#ifdef WITHOUT_SHUTTING
        :: isDestroyed -> before = successes; isAllowed = true
#endif
        fi;
        toldWhether("count %d taken\n", "count %d rejected\n");
        /* Nothing is counted for evaluation once the device is shut. */
        assert(!isAllowed || !isOver)
    }
}

active [REQUESTS] proctype Request() {
    byte attempt, input, before;
    bool isAllowed;
end_again:
    atomic {
        nextInput < INPUTS ->
        if
        :: attempt = nextInput; input = nextInput; nextInput++
        /* A lost response: the same attempt, with the same input or with another one. */
        :: attempt != 0
        :: attempt != 0 -> input = nextInput; nextInput++
        fi;
        toldInput("begin %d %d %d\n")
    }
#ifdef WITHOUT_COUNT_FIRST
    before = successes;
    if
    :: !isDestroyed && failures < LIMIT -> evaluate()
    :: else -> goto end_again
    fi;
    if
    :: count()
    /* A crash. */
    :: goto end_again
    fi;
#else
    count();
    if
    :: !isAllowed -> goto end_again
    :: else
    fi;
    if
    :: evaluate()
    /* A crash, or a commit whose outcome is unknown. */
    :: goto end_again
#ifdef WITHOUT_PROOF
    /* The count is lost with its server, after it was believed. */
    :: d_step { failures > 0 && latest == attempt -> failures--; latest = 0; latestInput = 0; told("lose %d\n") }
        evaluate()
#endif
    fi;
    respond();
    if
    :: !isAllowed -> goto end_again
    :: else
    fi;
#endif
    /* Finished by the device, which only the right passcode opens. */
    if
    :: d_step { _pid == 1 && !isDestroyed && latest == attempt && successes + 1 < SUCCESSES ->
        failures = 0; successes++; told("finish %d\n") }
#ifdef WITHOUT_TAG
    :: d_step { _pid != 1 && !isDestroyed && latest == attempt -> failures = 0; told("finish %d\n") }
#endif
    :: skip
    fi;
    goto end_again
}
