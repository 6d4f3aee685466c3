/**
 * The token of an emailed link; null without one. It is in the fragment, which is never sent, and is removed
 * immediately, so that neither history nor bookmarks contain it.
 */
export function consumeLinkToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
  return token || null;
}

/** A second link in the same tab changes only the fragment, without a load. */
export function onNewLink(listener) {
  addEventListener('hashchange', () => {
    if (location.hash) listener();
  });
}
