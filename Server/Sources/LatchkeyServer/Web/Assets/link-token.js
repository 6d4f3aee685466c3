/**
 * The token of a link from a mail; null without one. It is in the fragment, which is never sent, and is removed from
 * the address at once, so that neither the history nor a bookmark keeps it.
 */
export function takeLinkToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
  return token || null;
}

/** A second link opened in the same tab changes only the fragment, and loads nothing. */
export function onNewLink(listener) {
  addEventListener('hashchange', () => {
    if (location.hash) listener();
  });
}
