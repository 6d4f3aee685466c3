/** Every sentence that a script says. A translation replaces this module. */
export const locale = 'en-GB';

const plural = new Intl.PluralRules(locale);
const count = (number, one, other) => `${number} ${plural.select(number) === 'one' ? one : other}`;

export const messages = {
  network: 'The server cannot be reached. Check the connection, then try again.',
  unavailable: (seconds) => seconds
    ? `The server is busy. Try again in ${count(seconds, 'second', 'seconds')}.`
    : 'The server is busy. Try again in a moment.',
  unexpected: 'Something went wrong on the server. Try again.',
  crossSite: 'The browser did not say where the request came from. Open this site directly and try there.',
  invalidCode: 'This code or link does not work (any more). Check it, or ask for a new mail.',
  mailCodeShape: 'The code has eight letters and digits, such as K7QF-2M9X.',
  emailShape: 'This is not an e-mail address. It needs an @.',
  mailSent: 'A mail is on its way. Only the newest one works.',
  tooManyAttempts: 'Too many attempts.',
  resetRequired: 'This passcode no longer works. Reset it by e-mail.',
  lockedMeanwhile: 'The session was locked meanwhile. Enter your passcode once more.',
  tryAgain: 'Try again',

  progress: (entered) => `${entered} of 6 digits`,
  cleared: 'Cleared',
  checking: 'Checking…',
  pasteSix: 'A passcode has exactly six digits.',
  incorrect: (remaining) => remaining === undefined
    ? 'That is not the passcode.'
    : `That is not the passcode. ${count(remaining, 'attempt', 'attempts')} left.`,
  remaining: (left) => `${count(left, 'attempt', 'attempts')} left.`,
  countdown: (seconds) => seconds < 60
    ? `Try again in ${seconds} s`
    : `Try again in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`,
  countdownOver: 'You can try again now.',

  choose: 'Choose a passcode',
  chooseNew: 'Choose a new passcode',
  chooseLead: 'Six digits, not a date and not a row.',
  repeat: 'Repeat the passcode',
  repeatLead: 'Enter the same six digits again.',
  mismatch: 'The two did not match. Choose again.',
  current: 'Enter your current passcode',
  currentLead: 'Then choose the new one.',
  weak: {
    obvious: 'This passcode repeats one digit or counts in a row. Choose another.',
    format: 'A passcode has exactly six digits, 0 to 9.',
    reused: 'This is your current passcode. Choose another.',
  },

  resetUnlocked: 'Other sessions of the account were ended.',
  resetLocked: 'Unlock this session with its passcode.',
  unlock: 'Unlock',

  signInReasons: {
    'session-ended': 'Your session has ended. Please sign in again.',
    'too-many-attempts': 'Ten wrong passcodes in a row: your session was ended. Please sign in again.',
    'signed-out': 'You are signed out.',
    deleted: 'Your account was deleted.',
  },

  passcodeTo: {
    disable: 'To switch it off.',
    lengthen: 'To lock later than now.',
    delete: 'To delete the account for good.',
  },
  timeoutSaved: (minutes) => `Saved: locks when idle for ${count(minutes, 'minute', 'minutes')}.`,
  sessionEnded: 'The session was ended.',
  othersEnded: 'All other sessions were ended.',
  noOtherSessions: 'You are signed in nowhere else.',
  thisSession: 'this one',
  unknownDevice: 'Unnamed device',
  sessionTimes: (since, active) => `Since ${since} · last active ${active}`,
  endSession: (name) => `End the session ${name}`,

  loadMore: 'Load more',
  noActivity: 'Nothing yet.',
  veiled: 'Hidden: this page could not find out whether it is locked.',
  kinds: {
    signed_in: 'Signed in',
    signed_out: 'Signed out',
    session_ended: 'A session was ended',
    passcode_set: 'Passcode set',
    passcode_changed: 'Passcode changed',
    passcode_enabled: 'Passcode switched on',
    passcode_disabled: 'Passcode switched off',
    passcode_reset_requested: 'Reset mail asked for',
    passcode_reset: 'Passcode reset by e-mail',
    passcode_failed: 'Wrong passcode',
    passcode_blocked: 'Too many wrong passcodes: a reset is required',
    unlocked_after_failures: 'Unlocked after wrong passcodes',
    timeout_changed: 'Idle time until the lock changed',
    disowned: 'Reported as “this wasn’t me”',
  },
};

/** Why a call failed, in one sentence that says what to do. */
export function explain(answer) {
  switch (answer.problem) {
    case 'incorrect-passcode': return messages.incorrect(answer.body.attempts_remaining);
    // The server knows which rule it was.
    case 'weak-passcode': return messages.weak[answer.body.reason] ?? answer.body.detail;
    case 'too-many-attempts': return messages.tooManyAttempts;
    case 'invalid-code': return messages.invalidCode;
    case 'cross-site-request': return messages.crossSite;
    case 'passcode-reset-required': return messages.resetRequired;
    case 'locked': return messages.lockedMeanwhile;
  }
  if (answer.status === 0) return messages.network;
  if (answer.status >= 502 && answer.status <= 504) return messages.unavailable(answer.retryAfter);
  return messages.unexpected;
}
