/** Whether a path is on this site, by the rule of `ReturnPath` in the server. */
const LOCAL_PATH = /^(?=.{1,8000}$)\/(?!\/)[\x21\x22\x24-\x3e\x40-\x5b\x5d-\x7e]*(\?[\x21\x22\x24-\x7e]*)?$/;

/** Whether the passcode is asked for again although the session is unlocked. */
export const isAskedAgain = /^\?(again|max_age(=[^&]*)?)(&|$)/.test(location.search);

/** Whether a passcode is offered: the browser comes from a sign-in by the team's provider. */
export const isPasscodeOffered = /^\?offer-passcode(&|$)/.test(location.search);

/** Whether `guard.js` has opened the lock over a page. That page decides where to go. */
export const isInPlace = parent !== window && ['?in-place', '?again&in-place'].includes(location.search);

/** Where the path is kept on the way to the provider, which carries no fragment and no long path. */
const KEPT = 'latchkey-next';
const keptPath = takeKeptPath();

/**
 * The path that the query asks to return to, which extends to its end, with the page's own fragment: browsers carry it
 * along when they are sent here. Null without one on this site.
 */
function wantedPath() {
  const wanted = /[?&]next=(.*)$/.exec(location.search)?.[1] ?? '';
  const path = wanted.startsWith('/') ? wanted : decoded(wanted);
  if (!LOCAL_PATH.test(path)) return keptPath;
  return !location.hash && keptPath?.startsWith(`${path}#`) ? keptPath : path + location.hash;
}

function takeKeptPath() {
  try {
    const path = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return LOCAL_PATH.test(path?.split('#')[0] ?? '') ? path : null;
  } catch {
    return null;
  }
}

addEventListener('click', ({ target }) => {
  const path = target.closest('a')?.pathname.endsWith('/provider') ? wantedPath() : null;
  if (path === null) return;
  try {
    sessionStorage.setItem(KEPT, path);
  } catch { /* The browser allows no storage. */ }
});

/** The page to go to if none was asked for: the application of the team, by the settings of the server. */
export function home() {
  return document.body.dataset.home ?? '/';
}

/** The page to go to after unlocking. */
export function nextPath() {
  return wantedPath() ?? home();
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function withNext(page, next) {
  if (next === null) return page;
  return `${page}${page.includes('?') ? '&' : '?'}next=${next}`;
}

/** Replaces the page, so that "back" does not lead into a locked one. */
export function go(path) {
  if (isInPlace) parent.postMessage('latchkey', location.origin);
  else location.replace(path);
}

export function goToSignIn(reason) {
  go(withNext(`/sign-in?reason=${reason}`, wantedPath()));
}

/** Goes to the lock screen, from a page that only an unlocked session sees. */
export function goToLock() {
  // Nobody returns to a reset that is done.
  const isLeft = ['/', '/reset-passcode'].includes(location.pathname);
  go(withNext('/lock', isLeft ? null : location.pathname));
}

/** Whether the team requires a passcode, and none is set. */
export function lacksPasscode(user) {
  return user.policy.passcode_required && !user.has_passcode;
}

/** Goes to the lock screen, the first passcode, the page that was asked for or home, as fits the session. */
export function goHome(user, { offerPasscode = false } = {}) {
  const next = wantedPath();
  if (user.locked) go(withNext('/lock', next));
  else if (lacksPasscode(user) || (offerPasscode && !user.has_passcode)) go(withNext('/set-passcode', next));
  else go(next ?? home());
}
