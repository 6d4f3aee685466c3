import { locale, texts } from './texts.js';

const plural = new Intl.PluralRules(locale);

/** Letters and marks from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a value, so that it does not reorder the words around it (UAX #9, 2.7), if it or the page runs from right to
 * left: the marks would be copied with an address.
 */
export const isolated = (value) =>
  document.dir === 'rtl' || RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;

/** Returns a text with its placeholders replaced. */
const fill = (text, values, shown = isolated) =>
  text.replace(/\{([a-z]+)\}/g, (place, name) => values[name] === undefined ? place : shown(values[name]));

/** Returns the sentence about a number, by the language's plural rules. */
const count = (number, forms) => fill(forms[plural.select(number)] ?? forms.other, { number });

/** Returns a number of accounts, of which the server counts up to 1,000 and inspects no more. */
export const counted = (number, inspected = number) => inspected < 1_000 ? number : `${number}+`;

const minutesAndSeconds = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The texts of scripts in the page's language, and functions for texts with values. */
export const messages = {
  ...texts,
  unavailable: (seconds) => seconds ? count(seconds, texts.unavailableFor) : texts.unavailable,
  progress: (entered) => fill(texts.progress, { entered }),
  incorrect: (remaining) => remaining === undefined ? texts.incorrect : count(remaining, texts.incorrectRemaining),
  remaining: (left) => count(left, texts.remaining),
  countdown: (seconds) => seconds < 60
    ? fill(texts.countdownSeconds, { seconds })
    : fill(texts.countdownMinutes, { time: minutesAndSeconds(seconds) }),
  timeoutSaved: (minutes) => count(minutes, texts.timeoutSaved),
  currentSession: (name) => fill(texts.currentSession, { name }),
  sessionTimes: (since, active) => fill(texts.sessionTimes, { since, active }),
  endSession: (name) => fill(texts.endSession, { name }),
  passkeyTimes: (added, used) => used
    ? fill(texts.passkey.times, { added, used })
    : fill(texts.passkey.timesUnused, { added }),
  renamePasskey: (name) => fill(texts.passkey.rename, { name }),
  removePasskey: (name) => fill(texts.passkey.remove, { name }),
  peopleSummary: (number) => fill(texts.people.summary, { number: counted(number) }),
  peopleShown: (number) => fill(texts.people.shown, { number }),
  sessionCount: (number) => fill(texts.people.sessions, { number }),
  lastActive: (time) => fill(texts.people.lastActive, { time }),
  invited: (address) => fill(texts.people.invited, { address }),
  hasAccount: (address) => fill(texts.people.exists, { address }),
  actText: (act, address) => fill(texts.acts[act].text, { address }),
  doneBy: ({ actor, author }) => fill(texts.log.by, { actor: actor ?? texts.log[author] }),
  unit: (number, unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(number),
  deviceTimes: (since, used) => used
    ? fill(texts.device.times, { since, used })
    : fill(texts.device.timesUnused, { since }),
  shutDevice: (name) => fill(texts.device.shutNamed, { name }),
  // A name to be stored, without marks of direction.
  browserOn: (browser, system) => fill(texts.browserOn, { browser, system }, String),
};

/** Returns why a call failed and what to do, in one sentence. */
export function explain(response) {
  switch (response.problem) {
    case 'incorrect-passcode': return messages.incorrect(response.body.attempts_remaining);
    case 'weak-passcode': return messages.weak[response.body.reason] ?? messages.weak.common;
    case 'too-many-attempts':
    case 'too-many-requests': return messages.tooManyAttempts;
    case 'invalid-code': return messages.invalidCode;
    case 'passcode-required': return messages.passcodeRequired;
    case 'cross-site-request': return messages.crossSite;
    case 'passcode-reset-required': return messages.resetRequired;
    case 'locked': return messages.lockedMeanwhile;
    case 'invalid-passkey': return messages.passkey.rejected;
    case 'passcode-too-old': return messages.passkey.passcodeTooOld;
    case 'too-many-passkeys': return messages.passkey.tooMany;
    case 'not-administrator':
    case 'account-changed':
    case 'own-account':
    case 'last-administrator':
    case 'role-of-provider':
    case 'passcode-not-set':
    case 'own-passcode-not-set': return messages.actProblems[response.problem];
  }
  if (response.status === 0) return messages.network;
  if (response.status >= 502 && response.status <= 504) return messages.unavailable(response.retryAfter);
  return messages.unexpected;
}
