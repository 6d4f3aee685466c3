/** What may be followed: a path on this site, as `ReturnPath` in the server has it. */
const LOCAL_PATH = /^\/(?![/\\])[\x21\x22\x24-\x5b\x5d-\x7e]{0,2047}$/;

/** Whether the passcode is asked for again although the session is open. */
export const isAskedAgain = /^\?again(&|$)/.test(location.search);

/** Where the query asks to return to, counted to its end; null when it asks for nothing, or for anything off this site. */
function wantedPath() {
  const wanted = /[?&]next=(.*)$/.exec(location.search)?.[1] ?? '';
  const path = wanted.startsWith('/') ? wanted : decoded(wanted);
  return LOCAL_PATH.test(path) ? path : null;
}

/** Where one goes when no page is wanted: the team's application, as the server was told. */
export function home() {
  return document.body.dataset.home ?? '/';
}

/** Where to go once the lock is open. */
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
  location.replace(path);
}

export function goToSignIn(reason) {
  go(withNext(`/sign-in?reason=${reason}`, wantedPath()));
}

/** From a page that only an open session sees. */
export function goToLock() {
  go(withNext('/lock', location.pathname === '/' ? null : location.pathname));
}

/** Where somebody belongs who has a session. */
export function goHome(user, { offerPasscode = false } = {}) {
  const next = wantedPath();
  if (user.locked) go(withNext('/lock', next));
  else if (offerPasscode && !user.has_passcode) go(withNext('/set-passcode', next));
  else go(next ?? home());
}
