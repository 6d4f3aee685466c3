/** The time of this session's last activity in any tab. Loading the page was activity. */
let last = Date.now();
const channel = new BroadcastChannel('latchkey');
const lockListeners = new Set();

/** Calls that are not activity (see the API, "The lock of a session"). */
const UNCOUNTED = new Set([
  '/api/auth/me', '/api/auth/refresh', '/api/auth/lock', '/api/auth/logout', '/api/auth/magic-link', '/api/auth/disown',
  '/api/auth/unlock/options',
]);

export function lastActivity() {
  return last;
}

/** Notifies other tabs, so that they need not query the server. */
export function noteActivity(path) {
  if (UNCOUNTED.has(path)) return;
  last = Date.now();
  channel.postMessage({ lastActivity: last });
}

/** Makes other tabs check immediately. */
export function noteLock() {
  channel.postMessage({ lock: true });
}

export function onLockElsewhere(listener) {
  lockListeners.add(listener);
}

channel.addEventListener('message', ({ data }) => {
  if (data.lastActivity) last = Math.max(last, Math.min(data.lastActivity, Date.now()));
  if (data.lock) lockListeners.forEach((listener) => listener());
});
