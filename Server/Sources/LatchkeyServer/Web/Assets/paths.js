/** The only places to return to: the same list as `ReturnPath` in the server. */
const RETURN_PATHS = ['/', '/settings/security', '/activity', '/set-passcode'];

/** Where the query asks to return to; the desk when it asks for anything unknown. */
export function nextPath() {
  const wanted = new URLSearchParams(location.search).get('next');
  return RETURN_PATHS.includes(wanted) ? wanted : '/';
}

/** Replaces the page, so that "back" does not lead into a locked one. */
export function go(path) {
  location.replace(path);
}

export function goToSignIn(reason) {
  go(`/sign-in?reason=${reason}`);
}

export function goToLock() {
  const here = location.pathname;
  go(here !== '/' && RETURN_PATHS.includes(here) ? `/lock?next=${here}` : '/lock');
}

/** Where somebody belongs who has a session. */
export function goHome(user, { offerPasscode = false } = {}) {
  const next = nextPath();
  if (user.locked) go(next === '/' ? '/lock' : `/lock?next=${next}`);
  else if (offerPasscode && !user.has_passcode) go('/set-passcode');
  else go(next);
}
