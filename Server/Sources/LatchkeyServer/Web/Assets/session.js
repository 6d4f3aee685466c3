import { call } from './api.js';
import { explain, messages } from './messages.js';
import { goToLock, goToSignIn, lacksPasscode } from './paths.js';
import { lastActivity, onLockElsewhere } from './last-activity.js';
import { hideVeil, isVeiled, showVeil } from './veil.js';

/**
 * Synchronizes a signed-in page with its lock. Only the server decides; this script hides the page in time, and
 * reports the user's activity.
 */
let limit = minutes(document.body.dataset.timeoutMinutes);
let timer = 0;
let recheckAt = 0;
let checking = false;
let pinging = false;
let queue = Promise.resolve();

function minutes(value) {
  return (Number(value) || 0) * 60_000;
}

/**
 * Calls the API from a signed-in page, and leaves the page if the session is locked or has ended. One call at a time:
 * a passcode verification changes the cookie, and a call with the old cookie counts as locked.
 * @returns {Promise<import('./api.js').APIResponse>}
 */
export function callSignedIn(method, path, body, headers) {
  const response = queue.then(() => send(method, path, body, headers));
  queue = response;
  return response;
}

async function send(method, path, body, headers) {
  const response = await call(method, path, body, headers);
  if (response.status === 401 && response.problem !== 'passcode-too-old') goToSignIn('session-ended');
  if (response.status === 423) {
    showVeil();
    goToLock();
  }
  // The rules have changed since the server rendered this page.
  if (response.problem === 'passcode-required') reload();
  if (response.ok) arm();
  return response;
}

/** Reloads the page, or opens the one to set a passcode. */
function reload() {
  showVeil();
  location.reload();
}

/** Called after a change of the timeout. */
export function setTimeoutMinutes(value) {
  limit = minutes(value);
  arm();
}

function deadline() {
  return Math.max(lastActivity() + limit, recheckAt);
}

function arm() {
  clearTimeout(timer);
  if (limit > 0) timer = setTimeout(due, Math.max(0, deadline() - Date.now()));
}

/** Another tab may have been active since the timer was set; after sleep the timer is late. */
function due() {
  if (limit > 0 && Date.now() >= deadline()) void check();
  else arm();
}

/** Hides the page, and shows it again only after the server reports an unlocked session. */
async function check() {
  if (checking) return;
  checking = true;
  // A message stays visible until the response.
  if (!isVeiled()) showVeil();
  const response = await call('GET', '/api/auth/me');
  checking = false;
  if (response.status === 401) return goToSignIn('session-ended');
  if (!response.ok) return showVeil(`${messages.veiled} ${explain(response)}`, check);
  if (response.body.locked) return goToLock();
  if (lacksPasscode(response.body) && location.pathname !== '/set-passcode') return reload();
  limit = response.body.passcode_enabled ? minutes(response.body.passcode_timeout_minutes) : 0;
  // Something else used the session, at an unknown time.
  recheckAt = Date.now() + Math.min(limit, 60_000);
  hideVeil();
  arm();
}

/** Typing and pointing are activity, sent to the server once a minute, or more often for the shortest timeout. */
async function ping() {
  if (limit === 0 || pinging || checking) return;
  const idle = Date.now() - lastActivity();
  if (Date.now() >= deadline()) return due();
  if (idle < Math.min(60_000, limit / 4)) return;
  pinging = true;
  await callSignedIn('GET', '/api/auth/sessions');
  pinging = false;
}

export function watchSession() {
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
    addEventListener(type, ping, { passive: true, capture: true });
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') due();
  });
  // A page restored from the browser's cache must not be shown before the server responds.
  addEventListener('pagehide', () => showVeil());
  addEventListener('pageshow', (event) => {
    if (event.persisted) void check();
  });
  onLockElsewhere(check);
  arm();
}
