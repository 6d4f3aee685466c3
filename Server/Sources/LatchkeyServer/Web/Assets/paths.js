/** Whether a path is on this site, by the rule of the server's `ReturnPath`. */
const LOCAL_PATH = /^(?=.{1,8000}$)\/(?!\/)[\x21\x22\x24-\x3e\x40-\x5b\x5d-\x7e]*(\?[\x21\x22\x24-\x7e]*)?$/;

/** Whether an unlocked session must verify its passcode again. */
export const isReauthentication = /^\?(again|max_age(=[^&]*)?)(&|$)/.test(location.search);

/** Whether a passcode is offered: the browser comes from a sign-in by the team's provider. */
export const isPasscodeOffered = /^\?offer-passcode(&|$)/.test(location.search);

/** Whether `guard.js` has opened the lock over a page. That page decides where to go. */
export const isInPlace = parent !== window && ['?in-place', '?again&in-place'].includes(location.search);

/** Stores the path during a redirect to the provider, which keeps no fragment and no long path. */
const STORAGE_KEY = 'latchkey-next';
const storedPath = consumeStoredPath();

/**
 * The return path of the query, which extends to its end, with the page's fragment, which browsers keep in redirects.
 * Null without one on this site.
 */
function wantedPath() {
  const wanted = /[?&]next=(.*)$/.exec(location.search)?.[1] ?? '';
  const path = wanted.startsWith('/') ? wanted : decoded(wanted);
  if (!LOCAL_PATH.test(path)) return storedPath;
  return !location.hash && storedPath?.startsWith(`${path}#`) ? storedPath : path + location.hash;
}

function consumeStoredPath() {
  try {
    const path = sessionStorage.getItem(STORAGE_KEY);
    sessionStorage.removeItem(STORAGE_KEY);
    return LOCAL_PATH.test(path?.split('#')[0] ?? '') ? path : null;
  } catch {
    return null;
  }
}

addEventListener('click', ({ target }) => {
  const path = target.closest('a')?.pathname.endsWith('/provider') ? wantedPath() : null;
  if (path === null) return;
  try {
    sessionStorage.setItem(STORAGE_KEY, path);
  } catch { /* The browser allows no storage. */ }
});

/** The default page: the team's application, from the server's settings. */
export function home() {
  return document.body.dataset.home ?? '/';
}

/** The page to open after unlocking. */
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

/** Replaces the page, so that "back" does not lead to a locked one. */
export function go(path) {
  if (isInPlace) parent.postMessage('latchkey', location.origin);
  else location.replace(path);
}

export function goToSignIn(reason) {
  go(withNext(`/sign-in?reason=${reason}`, wantedPath()));
}

/** Opens the lock screen from a page for unlocked sessions. */
export function goToLock() {
  // A finished reset is no return path.
  const isLeft = ['/', '/reset-passcode'].includes(location.pathname);
  go(withNext('/lock', isLeft ? null : location.pathname));
}

/** Whether the team requires a passcode, and none is set. */
export function lacksPasscode(user) {
  return user.policy.passcode_required && !user.has_passcode;
}

/** Opens the lock screen, the first passcode, the requested page or home, according to the session. */
export function goHome(user, { offerPasscode = false } = {}) {
  const next = wantedPath();
  if (user.locked) go(withNext('/lock', next));
  else if (lacksPasscode(user) || (offerPasscode && !user.has_passcode)) go(withNext('/set-passcode', next));
  else go(next ?? home());
}
