/** What may be followed: a path on this site, as `ReturnPath` in the server has it. */
const LOCAL_PATH = /^\/(?![/\\])[\x21\x22\x24-\x5b\x5d-\x7e]{0,2047}$/;

/** Whether the passcode is asked for again although the session is open. */
export const isAskedAgain = /^\?again(&|$)/.test(location.search);

/** Where the query asks to return to, counted to its end; the desk when it asks for anything off this site. */
export function nextPath() {
  const wanted = /[?&]next=(.*)$/.exec(location.search)?.[1] ?? '';
  const path = wanted.startsWith('/') ? wanted : decoded(wanted);
  return LOCAL_PATH.test(path) ? path : '/';
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function withNext(page, next) {
  if (next === '/') return page;
  return `${page}${page.includes('?') ? '&' : '?'}next=${next}`;
}

/** Replaces the page, so that "back" does not lead into a locked one. */
export function go(path) {
  location.replace(path);
}

export function goToSignIn(reason) {
  go(withNext(`/sign-in?reason=${reason}`, nextPath()));
}

/** From a page that only an open session sees. */
export function goToLock() {
  go(withNext('/lock', location.pathname));
}

/** Where somebody belongs who has a session. */
export function goHome(user, { offerPasscode = false } = {}) {
  const next = nextPath();
  if (user.locked) go(withNext('/lock', next));
  else if (offerPasscode && !user.has_passcode) go(withNext('/set-passcode', next));
  else go(next);
}
