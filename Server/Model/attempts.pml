/*
 * The server's check of a passcode, over all interleavings of requests, crashes and the clock (V1, V2, V3, V13).
 *
 * `PasscodeChecks` reserves an attempt, hashes, and settles it; the variables below are the rows of the database. What
 * a transaction does is atomic here, as it is there. A passcode that is right is given in session 0 only; whoever holds
 * session 1, or session 0 for a while, guesses.
 *
 * The limits are 2 a session and 3 an account in place of the server's 10 and 30: what is checked is the order of the
 * steps, which does not depend on them. Waits are left out, since they only take steps away.
 *
 * Each WITHOUT_... leaves out something that the server does, and breaks an assertion; `make model` tries all. But for
 * the passcode's version, which is a second line: what changes a passcode also ends sessions, or drops the attempts.
 *
 * With TOLD each step that touches a row, or ends a request, is a line: what it does, and the rows as it leaves them.
 * README.md says how to read one, and what reads them.
 */
#define PER_SESSION 2
#define PER_ACCOUNT 3
#ifndef REQUESTS
#define REQUESTS 2
#endif

/* In a random run most checks go on as they should, and the world does nothing: else none would come to its end. */
#ifdef RANDOM
#define usually :: skip :: skip :: skip :: skip :: skip :: skip :: skip :: skip :: skip :: skip :: skip :: skip
#else
#define usually
#endif

/* none: no row. stale: not settled in time, and not yet counted as a failure. */
mtype:row = { none, live, stale };

/* The account. */
byte failures;
bool resetRequired;

/* Its sessions. */
bool exists[2] = true;
bool isLocked[2];
byte sessionFailures[2];

/* The attempts, one of each request. */
typedef Attempt {
    mtype:row row = none;
    bit session;
    /* Its session has ended since. Another may bear its number by now. */
    bool isOrphan;
    /* The passcode was changed, reset or destroyed since: another `passcodeVersion`. */
    bool isOutdated;
    /* Its session was locked or unlocked since: another `lockVersion`. */
    bool isLockChanged;
};
Attempt attempt[REQUESTS];

/* Seen from outside: wrong passcodes that were hashed for attempts that were live, since the last success. */
byte evaluated;
byte evaluatedInSession[2];

/* Of atomic steps. */
byte k, j, underWay;
bool isBusy, wasOrphan;
bit failed;

#ifdef TOLD
#define say1(text, a) printf(text, a)
#define say2(text, a, b) printf(text, a, b)
#define sayIf(condition, text) if :: condition -> printf(text) :: else fi
inline saySession(n) {
    if
    :: !exists[n] -> printf(" | ended")
    :: exists[n] && isLocked[n] -> printf(" | locked %d", sessionFailures[n])
    :: exists[n] && !isLocked[n] -> printf(" | open %d", sessionFailures[n])
    fi
}
inline rows() {
    printf(" | %d", failures); sayIf(resetRequired, " blocked");
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
#define say2(text, a, b) skip
inline rows() { skip }
#endif

inline forget(a) {
    attempt[a].row = none; attempt[a].session = 0;
    attempt[a].isOrphan = false; attempt[a].isOutdated = false; attempt[a].isLockChanged = false
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

/* `AttemptLedger.fail` */
inline fail(f) {
    failed = attempt[f].session; wasOrphan = attempt[f].isOrphan;
    forget(f);
    failures++;
    if
    :: !wasOrphan -> sessionFailures[failed]++
    :: else
    fi;
    if
    :: failures >= PER_ACCOUNT ->
        resetRequired = true;
        changePasscode();
        end(0); end(1)
    :: failures < PER_ACCOUNT && !wasOrphan && sessionFailures[failed] >= PER_SESSION -> end(failed)
    :: else
    fi;
    failed = 0; wasOrphan = false
}

/* `AttemptLedger.settleStale` */
inline settleStale() {
    for (j : 0 .. REQUESTS - 1) {
        if
        :: attempt[j].row == stale -> fail(j)
        :: else
        fi
    }
    j = 0
}

/* `PasscodeChecks.refuse`: what is left of the budgets, attempts under way counted as spent. */
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

/* What a right passcode does, once its attempt is settled. */
inline succeed(w, isChange) {
    failures = 0; sessionFailures[w] = 0;
    evaluated = 0; evaluatedInSession[w] = 0;
#ifdef WITHOUT_COUNTS_APART
    sessionFailures[1 - w] = 0;
#endif
    isLocked[w] = false;
    changeLock(w);
    if
    :: isChange -> changePasscode(); failed = 1 - w; end(failed); failed = 0
    :: else
    fi
}

#ifdef WITHOUT_SESSION
#define isHere(a) true
#else
#define isHere(a) (!attempt[a].isOrphan)
#endif
#define isOfPasscode(a) (!attempt[a].isOutdated)
#ifdef WITHOUT_LOCK_VERSION
#define isOfLock(a) true
#else
#define isOfLock(a) (!attempt[a].isLockChanged)
#endif

active [REQUESTS] proctype Request() {
    bit s;
    bool isRight, changes;
again:
#ifdef RANDOM
    /* Nor does everybody ask at once, again and again. */
    do
    :: break
    usually
    od;
#endif
    atomic {
        s = 0; isRight = false; changes = false;
end_idle:
        if
        :: exists[0] -> s = 0
        :: exists[1] -> s = 1
        fi;
        if
        :: s == 0 -> isRight = true
        :: isRight = false
        fi;
        if
        :: changes = true
        :: changes = false
        fi;
        if
        :: isRight && changes -> say2("reserve %d %d right change", _pid, s)
        :: isRight && !changes -> say2("reserve %d %d right unlock", _pid, s)
        :: !isRight && changes -> say2("reserve %d %d wrong change", _pid, s)
        :: !isRight && !changes -> say2("reserve %d %d wrong unlock", _pid, s)
        fi;
#ifndef WITHOUT_RESERVATION
        settleStale();
        count(s);
        if
        :: !exists[s] || resetRequired || isBusy || failures + underWay >= PER_ACCOUNT || (changes && isLocked[s]) ->
            underWay = 0; isBusy = false; say1(" refused", 0); rows(); goto again
        :: else ->
            attempt[_pid].row = live; attempt[_pid].session = s;
            underWay = 0; isBusy = false; say1(" taken", 0); rows()
        fi
#else
        if
        :: resetRequired || (changes && isLocked[s]) -> say1(" refused", 0); rows(); goto again
        :: else -> say1(" taken", 0); rows()
        fi
#endif
    }
#ifndef WITHOUT_RESERVATION
    if
    :: skip
    usually
    /* The database did not say whether it keeps the attempt: it does, or does not. */
    :: atomic { say1("undecided %d kept", _pid); rows(); goto undecided }
#ifndef WITHOUT_PROOF
    :: atomic { forget(_pid); say1("undecided %d lost", _pid); rows(); goto undecided }
#else
    /* It was taken for kept, evaluated and answered, and then lost with the server that had it. */
    :: atomic {
        forget(_pid); say1("believe %d", _pid);
        if
        :: !isRight -> evaluated++; evaluatedInSession[s]++
        :: else
        fi;
        assert(evaluated <= PER_ACCOUNT && evaluatedInSession[s] <= PER_SESSION);
        rows();
        goto again }
#endif
    :: atomic { say1("crash %d", _pid); rows(); goto crashed }
    fi;
    if
    :: skip
    usually
    /* There was no memory for it. */
    :: atomic { forget(_pid); say1("starve %d", _pid); rows(); goto again }
    fi;
#endif
    atomic {
        say1("hash %d", _pid);
        if
#ifdef WITHOUT_RESERVATION
        :: !isRight -> evaluated++; evaluatedInSession[s]++
#else
        :: !isRight && attempt[_pid].row == live ->
            evaluated++;
            if
            :: !attempt[_pid].isOrphan -> evaluatedInSession[s]++
            :: else
            fi
#endif
        :: else
        fi;
        assert(evaluated <= PER_ACCOUNT && evaluatedInSession[s] <= PER_SESSION);
        rows()
    }
#ifndef WITHOUT_RESERVATION
    if
    :: skip
    usually
    :: atomic { say1("crash %d", _pid); rows(); goto crashed }
    fi;
#endif
    atomic {
        say1("settle %d", _pid);
#ifdef WITHOUT_RESERVATION
        if
        :: isRight -> say1(" opened", 0); succeed(s, changes)
        :: else ->
            say1(" counted", 0); failures++; sessionFailures[s]++;
            if
            :: failures >= PER_ACCOUNT -> resetRequired = true; end(0); end(1)
            :: failures < PER_ACCOUNT && sessionFailures[s] >= PER_SESSION -> end(s)
            :: else
            fi
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
            :: isHere(_pid) && isOfPasscode(_pid) && isOfLock(_pid) && !(changes && isLocked[s]) ->
                say1(" opened", 0);
                /* Nothing opens by what was locked, changed, ended or given up since it was reserved. */
                assert(attempt[_pid].row == live && !attempt[_pid].isOrphan && !attempt[_pid].isOutdated);
                assert(!attempt[_pid].isLockChanged && !resetRequired && exists[s] && !(changes && isLocked[s]));
                forget(_pid);
                succeed(s, changes)
            :: else -> say1(" dropped", 0); forget(_pid)
            fi
        fi;
#endif
        rows();
        goto again
    }
undecided:
    /* `UndecidedReservations`: nothing was hashed, so that it is deleted where it is not a failure by then. */
    if
    :: atomic { forget(_pid); say1("delete %d", _pid); rows(); goto again }
    :: atomic { say1("crash %d", _pid); rows(); goto crashed }
    fi;
crashed:
    /* The process is gone. Its attempt stays spent. */
end_crashed:
    attempt[_pid].row == none -> goto again
}

/* Whatever else happens, at any time. */
active proctype World() {
    byte i;
end_world:
    do
    usually
    :: atomic {
        if
        :: i = 0
        :: REQUESTS > 1 -> i = 1
        :: REQUESTS > 2 -> i = 2
        fi;
        if
        /* The time to settle it is over. */
        :: attempt[i].row == live -> attempt[i].row = stale; say1("expire %d", i); rows()
        :: else
        fi;
        i = 0 }
    :: atomic { attempt[0].row == stale || attempt[REQUESTS - 1].row == stale ->
        say1("sweep", 0); settleStale(); rows() }
    /* Locked by hand, or idle. */
    :: atomic { exists[0] && !isLocked[0] -> isLocked[0] = true; changeLock(0); say1("lock %d", 0); rows() }
    :: atomic { exists[1] && !isLocked[1] -> isLocked[1] = true; changeLock(1); say1("lock %d", 1); rows() }
    /* Signed out, here or elsewhere. */
    :: atomic { exists[0] -> end(0); say1("end %d", 0); rows() }
    :: atomic { exists[1] -> end(1); say1("end %d", 1); rows() }
    /* Signed in by mail, without the passcode. */
    :: atomic { !exists[0] -> exists[0] = true; isLocked[0] = true; say1("enter %d", 0); rows() }
    :: atomic { !exists[1] -> exists[1] = true; isLocked[1] = true; say1("enter %d", 1); rows() }
    /* Reset by mail, from session 0. */
    :: atomic {
        failures = 0; resetRequired = false; evaluated = 0;
        changePasscode();
        for (i : 0 .. REQUESTS - 1) { forget(i) }
        i = 0;
        end(0); end(1);
        exists[0] = true;
        say1("reset", 0); rows() }
    od
}
