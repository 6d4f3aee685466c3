/*
 * The server's evaluations for one device, over all interleavings of requests, crashes and the clock (V2, V19).
 *
 * `DeviceUnlock` counts an attempt, evaluates its input, reads the row again, responds, and learns of a success. The
 * variables are the rows of the database, and a transaction is atomic. The first request has the right passcode, the
 * other guesses. The device may register a second key: either may then be in its vault, or in a copy.
 *
 * The limit is 3 instead of 10, since the order of steps does not depend on it. Delays and the destruction of a spent
 * key are omitted, since they only remove steps.
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
#define INPUTS 6
#define SUCCESSES 2

#ifdef TOLD
#define told(text) printf(text, _pid - 1)
#define toldBegin(text) printf(text, _pid - 1, key, attempt, input)
#define toldWhether(yes, no) if :: isAllowed -> told(yes) :: else -> told(no) fi
#else
#define told(text) skip
#define toldBegin(text) skip
#define toldWhether(yes, no) skip
#endif

/* The rows of the device's key, and of the one that replaces it. */
byte failures[2], latest[2], latestInput[2];
bool isDestroyed[2], isReplaced;

/* Seen from outside: different inputs that were evaluated, by the number of successes before they were counted. */
byte successes[2], nextInput = 1;
byte evaluated[2 * SUCCESSES];
bool isEvaluated[INPUTS];
bool isOver[2];

/* The device registers a new key, or the owner shuts it. */
active proctype World() {
end:
    do
    :: d_step { !isReplaced && !isDestroyed[0] -> isReplaced = true; told("register\n") }
    :: d_step { !isDestroyed[isReplaced] ->
        isDestroyed[0] = true; isDestroyed[1] = true; isOver[0] = true; isOver[1] = true; told("shut\n") }
    od
}

inline evaluate() {
    d_step {
        told("evaluate %d\n");
        if
        :: !isEvaluated[input] ->
            isEvaluated[input] = true;
            evaluated[key * SUCCESSES + before]++;
            assert(evaluated[key * SUCCESSES + before] <= LIMIT)
        :: else
        fi
    }
}

/* The second read, and the response. */
inline respond() {
    d_step {
#ifndef WITHOUT_SECOND_READ
        isAllowed = !isDestroyed[key];
#endif
        toldWhether("respond %d given\n", "respond %d rejected\n");
        /* A key that is shut or replaced gives no evaluation. */
        assert(!isAllowed || !isOver[key])
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
        :: isDestroyed[key]
#endif
#ifdef WITHOUT_SAME_INPUT
        :: !isDestroyed[key] && latest[key] == attempt -> isAllowed = true; before = successes[key]
#else
        :: !isDestroyed[key] && latest[key] == attempt ->
            isAllowed = (latestInput[key] == input); before = successes[key]
#endif
#ifdef WITHOUT_LIMIT
        :: !isDestroyed[key] && latest[key] != attempt ->
#else
        :: !isDestroyed[key] && latest[key] != attempt && failures[key] >= LIMIT
        :: !isDestroyed[key] && latest[key] != attempt && failures[key] < LIMIT ->
#endif
            failures[key]++; latest[key] = attempt; latestInput[key] = input;
            before = successes[key]; isAllowed = true
#ifdef WITHOUT_SHUTTING
        :: isDestroyed[key] -> before = successes[key]; isAllowed = true
#endif
        fi;
        toldWhether("count %d taken\n", "count %d rejected\n");
        /* Nothing is counted for evaluation once the key is shut or replaced. */
        assert(!isAllowed || !isOver[key])
    }
}

active [REQUESTS] proctype Request() {
    bit key;
    byte attempt, input, before;
    bool isAllowed;
end_again:
    atomic {
        nextInput < INPUTS ->
        if
        :: key = 0; attempt = nextInput; input = nextInput; nextInput++
        :: isReplaced -> key = 1; attempt = nextInput; input = nextInput; nextInput++
        /* A lost response: the same attempt, with the same input or with another one. */
        :: attempt != 0
        :: attempt != 0 -> input = nextInput; nextInput++
        fi;
        toldBegin("begin %d %d %d %d\n")
    }
#ifdef WITHOUT_COUNT_FIRST
    before = successes[key];
    if
    :: !isDestroyed[key] && failures[key] < LIMIT -> evaluate()
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
    :: d_step { failures[key] > 0 && latest[key] == attempt ->
        failures[key]--; latest[key] = 0; latestInput[key] = 0; told("lose %d\n") }
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
    :: d_step { _pid == 1 && !isDestroyed[key] && latest[key] == attempt && successes[key] + 1 < SUCCESSES ->
        failures[key] = 0; successes[key]++;
        /* The first success with the new key deletes the old one. */
#ifndef WITHOUT_REPLACEMENT
        isDestroyed[0] = isDestroyed[0] || key;
#endif
        isOver[0] = isOver[0] || key;
        told("finish %d\n") }
#ifdef WITHOUT_TAG
    :: d_step { _pid != 1 && !isDestroyed[key] && latest[key] == attempt -> failures[key] = 0; told("finish %d\n") }
#endif
    :: skip
    fi;
    goto end_again
}
