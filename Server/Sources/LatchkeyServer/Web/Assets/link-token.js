/**
 * The token of a link from a mail. It stands in the fragment, which is never sent, and is taken out of the address at
 * once, so that it stays in neither the history nor a bookmark. Null when there is none.
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
