/*
 * The server's verification of passcodes, over all interleavings of requests, crashes and the clock (V1, V2, V3, V13).
 *
 * `PasscodeVerifier` reserves an attempt, hashes, and settles it. The variables are the rows of the database, and a
 * transaction is atomic. Only session 0 has the right passcode; session 1, and at times session 0, guesses.
 *
 * The limits are 2 for a session and 3 for an account instead of 10 and 30, since the order of steps does not depend on
 * them. Delays are omitted, since they only remove steps.
 *
 * Each WITHOUT_... omits something that the server does, and violates an assertion; `make model` tries all.
 *
 * With TOLD each step that changes a row, or ends a request, prints a line. README.md has the format.
 */
#define PER_SESSION 2
#define PER_ACCOUNT 3
#ifndef REQUESTS
#define REQUESTS 2
#endif

/* In a random run most verifications continue and nothing else happens; otherwise none would complete. */
#ifdef RANDOM
#define usually(it) :: it :: it :: it :: it :: it :: it :: it :: it :: it :: it :: it :: it :: it
bool mayFail;
#else
#define mayFail true
#endif

/* none: no row. stale: not settled in time, and not yet counted as a failure. */
mtype:row = { none, live, stale };
/* The purpose of an attempt: unlocking the session, or in an unlocked one, changing or disabling the passcode. */
mtype:purpose = { unlock, change, disable };

/* The account. */
byte failures;
bool resetRequired;
/* The passcode is stored, and no session locks. */
bool isDisabled;

/* Its sessions. */
bool exists[2] = true;
bool isLocked[2];
byte sessionFailures[2];

/* The attempts, one for each request. */
typedef Attempt {
    mtype:row row = none;
    bit session;
    /* Its session has ended. Another may have its number. */
    bool isOrphan;
    /* The passcode was changed, disabled, enabled, reset or deleted since: another `passcodeVersion`. */
    bool isOutdated;
    /* Its session was locked or unlocked since: another `lockVersion`. */
    bool isLockChanged;
    /* Seen from outside, not a row: any of these has happened, whatever the server has recorded. */
    bool isVoid;
};
Attempt attempt[REQUESTS];

/* Seen from outside: evaluated wrong passcodes of active attempts since the last success. */
byte evaluated;
byte evaluatedInSession[2];

/* Of atomic steps. */
byte k, j, underWay;
bool isBusy, wasOrphan;
bit failed;

#ifdef TOLD
#define say1(text, a) printf(text, a)
#define say3(text, a, b, c) printf(text, a, b, c)
#define sayIf(condition, text) if :: condition -> printf(text) :: else fi
inline saySession(n) {
    if
    :: !exists[n] -> printf(" | ended")
    :: exists[n] && isLocked[n] -> printf(" | locked %d", sessionFailures[n])
    :: exists[n] && !isLocked[n] -> printf(" | open %d", sessionFailures[n])
    fi
}
inline rows() {
    printf(" | %d", failures); sayIf(resetRequired, " blocked"); sayIf(isDisabled, " disabled");
    saySession(0); saySession(1);
    for (k : 0 .. REQUESTS - 1) {
        if
        :: attempt[k].row == none -> printf(" | none")
        :: attempt[k].row == live -> printf(" | live %d", attempt[k].session)
        :: attempt[k].row == stale -> printf(" | stale %d", attempt[k].session)
        fi;
        sayIf(attempt[k].isOrphan, " orphan");
        sayIf(attempt[k].isOutdated, " outdated");
        sayIf(attempt[k].isLockChanged, " relocked")
    }
    k = 0;
    printf("\n")
}
#else
#define say1(text, a) skip
#define say3(text, a, b, c) skip
inline rows() { skip }
#endif

inline forget(a) {
    attempt[a].row = none; attempt[a].session = 0;
    attempt[a].isOrphan = false; attempt[a].isOutdated = false; attempt[a].isLockChanged = false;
    attempt[a].isVoid = false
}

/* From here on the attempts of a session, or of all, must unlock nothing. */
inline void(v, ofAll) {
    for (k : 0 .. REQUESTS - 1) {
        attempt[k].isVoid = attempt[k].isVoid || (attempt[k].row != none && (ofAll || attempt[k].session == v))
    }
    k = 0
}

inline end(e) {
    exists[e] = false; isLocked[e] = false; sessionFailures[e] = 0; evaluatedInSession[e] = 0;
    for (k : 0 .. REQUESTS - 1) {
        attempt[k].isOrphan = attempt[k].isOrphan || (attempt[k].row != none && attempt[k].session == e)
    }
    k = 0
}

inline changePasscode() {
    for (k : 0 .. REQUESTS - 1) { attempt[k].isOutdated = (attempt[k].row != none) }
    k = 0
}

inline changeLock(l) {
    for (k : 0 .. REQUESTS - 1) {
        attempt[k].isLockChanged = attempt[k].isLockChanged || (attempt[k].row != none && attempt[k].session == l)
    }
    k = 0
}

/* After another failure is counted. */
inline close(c, isOfSession) {
    if
    :: failures >= PER_ACCOUNT ->
        resetRequired = true; isDisabled = false;
        changePasscode(); void(0, true);
        end(0); end(1)
    :: failures < PER_ACCOUNT && isOfSession && sessionFailures[c] >= PER_SESSION -> end(c); void(c, false)
    :: else
    fi
}

/* `AttemptLimiter.fail` */
inline fail(f) {
    failed = attempt[f].session; wasOrphan = attempt[f].isOrphan;
    forget(f);
    failures++;
    if
    :: !wasOrphan -> sessionFailures[failed]++
    :: else
    fi;
    close(failed, !wasOrphan);
    failed = 0; wasOrphan = false
}

/* `AttemptLimiter.settleStale` */
inline settleStale() {
    for (j : 0 .. REQUESTS - 1) {
        if
        :: attempt[j].row == stale -> fail(j)
        :: else
        fi
    }
    j = 0
}

/* `PasscodeVerifier.reject`: the remaining budgets, with attempts in progress counted as spent. */
inline count(c) {
    for (j : 0 .. REQUESTS - 1) {
        if
        :: attempt[j].row == live ->
#ifndef WITHOUT_OPEN_ATTEMPTS
            underWay++;
#endif
#ifndef WITHOUT_ONE_AT_A_TIME
            isBusy = isBusy || (attempt[j].session == c && !attempt[j].isOrphan)
#endif
        :: else
        fi
    }
    j = 0
}

/* The effect of a correct passcode, after its attempt is settled. */
inline succeed(w, aim) {
    failures = 0; sessionFailures[w] = 0;
    evaluated = 0; evaluatedInSession[w] = 0;
#ifdef WITHOUT_COUNTS_APART
    sessionFailures[1 - w] = 0;
#endif
    if
    :: aim != disable -> isLocked[w] = false; changeLock(w); void(w, false)
    :: else
    fi;
    if
    :: aim == change || (aim == disable && !isDisabled) ->
        isDisabled = isDisabled || aim == disable;
        changePasscode(); void(0, true);
        failed = 1 - w; end(failed); failed = 0
    :: else
    fi
}

/* From session `e`, without the passcode. */
inline enable(e) {
    isDisabled = false;
    changePasscode(); void(0, true);
    failed = 1 - e;
    if
    :: exists[failed] -> isLocked[failed] = true; changeLock(failed)
    :: else
    fi;
    failed = 0
}

#ifdef WITHOUT_SESSION
#define isHere(a) true
#else
#define isHere(a) (!attempt[a].isOrphan)
#endif
/* Whether it is rejected in a locked session. */
#define needsOpen(aim, s) (aim != unlock && isLocked[s])
#ifdef WITHOUT_PASSCODE_VERSION
#define isOfPasscode(a) true
#else
#define isOfPasscode(a) (!attempt[a].isOutdated)
#endif
#ifdef WITHOUT_LOCK_VERSION
#define isOfLock(a) true
#else
#define isOfLock(a) (!attempt[a].isLockChanged)
#endif

/* The passcode is hashed and compared. */
inline compare() {
    d_step {
        say1("hash %d", _pid);
        if
#ifdef WITHOUT_RESERVATION
        :: !isRight -> evaluate(true)
#else
        :: !isRight && attempt[_pid].row == live -> evaluate(!attempt[_pid].isOrphan)
#endif
        :: else
        fi;
        rows()
    }
}

inline evaluate(isOfSession) {
    evaluated++;
    if
    :: isOfSession -> evaluatedInSession[s]++
    :: else
    fi;
    assert(evaluated <= PER_ACCOUNT && evaluatedInSession[s] <= PER_SESSION)
}

inline settle() {
    d_step {
        say1("settle %d", _pid);
#ifdef WITHOUT_RESERVATION
        if
        :: isRight -> say1(" opened", 0); succeed(s, aim)
        :: else -> say1(" counted", 0); failures++; sessionFailures[s]++; close(s, true)
        fi;
#else
#ifndef WITHOUT_EXPIRY
        settleStale();
#endif
        if
        :: attempt[_pid].row == none -> say1(" gone", 0)
        :: attempt[_pid].row != none && !isRight -> say1(" counted", 0); fail(_pid)
        :: attempt[_pid].row != none && isRight ->
            if
            :: isHere(_pid) && isOfPasscode(_pid) && isOfLock(_pid) && !needsOpen(aim, s) ->
                say1(" opened", 0);
                /* Nothing is unlocked by an attempt that was invalidated since its reservation. */
                assert(attempt[_pid].row == live && !attempt[_pid].isVoid);
                assert(!resetRequired && exists[s] && (aim == unlock || !isLocked[s]));
                forget(_pid);
                succeed(s, aim)
            :: else -> say1(" dropped", 0); forget(_pid)
            fi
        fi;
#endif
        rest()
    }
}

/* The effect of the request no longer applies. */
inline rest() { s = 0; isRight = false; aim = unlock; rows() }

inline crash() { d_step { mayFail -> say1("crash %d", _pid); rest() } }

active [REQUESTS] proctype Request() {
    bit s;
    bool isRight;
    mtype:purpose aim = unlock;
again:
#ifdef RANDOM
    /* Limits the number of concurrent requests. */
    do
    :: break :: skip :: skip :: skip
    od;
#endif
    atomic {
        /* An attempt of an ended process stays spent until it expires. */
        attempt[_pid].row == none;
        if
        :: exists[0] -> s = 0
        :: exists[1] -> s = 1
        fi;
        if
        :: s == 0 -> isRight = true
        :: isRight = false
        fi;
        if
        :: aim = unlock
        :: aim = change
        /* With a wrong passcode it is equivalent to a change. */
        :: isRight -> aim = disable
        fi;
        if
        :: isRight -> say3("reserve %d %d right %e", _pid, s, aim)
        :: else -> say3("reserve %d %d wrong %e", _pid, s, aim)
        fi;
#ifndef WITHOUT_RESERVATION
        d_step { settleStale(); count(s) }
        if
        :: !exists[s] || resetRequired || isBusy || failures + underWay >= PER_ACCOUNT || needsOpen(aim, s) ->
            d_step { underWay = 0; isBusy = false; say1(" rejected", 0); rest() } goto again
        :: else -> d_step {
            attempt[_pid].row = live; attempt[_pid].session = s;
            underWay = 0; isBusy = false; say1(" taken", 0); rows() }
        fi
#else
        if
        :: resetRequired || needsOpen(aim, s) -> d_step { say1(" rejected", 0); rest() } goto again
        :: else -> d_step { say1(" taken", 0); rows() }
        fi
#endif
    }
#ifdef RANDOM
    if
    usually(mayFail = false)
    :: mayFail = true :: mayFail = true :: mayFail = true
    fi;
#endif
    if
    :: compare()
#ifndef WITHOUT_RESERVATION
    :: crash() goto again
    /* There was no memory for the hash. */
    :: d_step { mayFail -> forget(_pid); say1("starve %d", _pid); rest() } goto again
    /* The commit of the attempt is undecided: it is stored, or not. */
    :: d_step { mayFail -> say1("undecided %d kept", _pid); rest() } goto undecided
#ifndef WITHOUT_PROOF
    :: d_step { mayFail -> forget(_pid); say1("undecided %d lost", _pid); rest() } goto undecided
#else
    /* It is assumed to be stored, evaluated and acknowledged, and then lost with its server. */
    :: d_step {
        forget(_pid); say1("believe %d", _pid);
        if
        :: !isRight -> evaluate(true)
        :: else
        fi;
        rest() } goto again
#endif
#endif
    fi;
    if
    :: settle()
#ifndef WITHOUT_RESERVATION
    :: crash()
#endif
    fi;
    goto again;
undecided:
    /* `UndecidedReservations`: nothing was hashed, so it is deleted unless it is already a failure. */
    if
    :: d_step { forget(_pid); say1("delete %d", _pid); rows() }
    :: crash()
    fi;
    goto again
}

#define isNow(a, state) (a < REQUESTS && attempt[(a) % REQUESTS].row == state)
inline expire(e) { attempt[e % REQUESTS].row = stale; say1("expire %d", e); rows() }

/* Other events, at any time. */
active proctype World() {
    do
#ifdef RANDOM
    usually(skip) usually(skip)
#endif
    /* The time to settle it has passed. */
    :: d_step { isNow(0, live) -> expire(0) }
    :: d_step { isNow(1, live) -> expire(1) }
    :: d_step { isNow(2, live) -> expire(2) }
    :: d_step { isNow(0, stale) || isNow(1, stale) || isNow(2, stale) -> say1("sweep", 0); settleStale(); rows() }
    /* Locked manually, or its idle lock was persisted. */
    :: d_step { exists[0] && !isLocked[0] && !isDisabled ->
        isLocked[0] = true; changeLock(0); void(0, false); say1("lock %d", 0); rows() }
    :: d_step { exists[1] && !isLocked[1] && !isDisabled ->
        isLocked[1] = true; changeLock(1); void(1, false); say1("lock %d", 1); rows() }
    /* Enabled, from a session, without the passcode. */
    :: d_step { exists[0] && isDisabled -> enable(0); say1("enable %d", 0); rows() }
    :: d_step { exists[1] && isDisabled -> enable(1); say1("enable %d", 1); rows() }
    /* Signed out, here or elsewhere. */
    :: d_step { exists[0] -> end(0); void(0, false); say1("end %d", 0); rows() }
    :: d_step { exists[1] -> end(1); void(1, false); say1("end %d", 1); rows() }
    /* Signed in by email, without the passcode. */
    :: d_step { !exists[0] -> exists[0] = true; isLocked[0] = !isDisabled; say1("enter %d", 0); rows() }
    :: d_step { !exists[1] -> exists[1] = true; isLocked[1] = !isDisabled; say1("enter %d", 1); rows() }
    /* Reset by email, from session 0. */
    :: d_step {
        failures = 0; resetRequired = false; evaluated = 0;
        for (j : 0 .. REQUESTS - 1) { forget(j) }
        j = 0;
        void(0, true);
        end(0); end(1);
        exists[0] = true;
        say1("reset", 0); rows() }
    od
}
