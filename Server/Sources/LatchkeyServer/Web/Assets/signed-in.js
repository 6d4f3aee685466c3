import { call } from './api.js';
import { announce, part, whileBusy } from './dom.js';
import { explain } from './messages.js';
import { goToLock, goToSignIn } from './paths.js';
import { noteLock } from './last-activity.js';
import { watchSession } from './session.js';
import { showVeil } from './veil.js';

/** Watches the lock and handles the header's buttons, on every signed-in page. */
export function startSignedIn() {
  watchSession();
  listenForActions((words) => announce(part('page-message'), words));
}

/** Handles every button marked `data-action`. */
export function listenForActions(showError) {
  const actions = { 'lock': lock, 'sign-out': signOut };
  for (const button of document.querySelectorAll('[data-action]')) {
    button.addEventListener('click', () => whileBusy(button, () => actions[button.dataset.action](showError)));
  }
}

async function lock(showError) {
  const response = await call('POST', '/api/auth/lock');
  if (response.status === 401) return goToSignIn('session-ended');
  // 409: the passcode was disabled elsewhere, and the page is outdated.
  if (response.status === 409) return location.reload();
  if (!response.ok) return showError(explain(response));
  showVeil();
  noteLock();
  goToLock();
}

async function signOut(showError) {
  const response = await call('POST', '/api/auth/logout');
  if (!response.ok) return showError(explain(response));
  noteLock();
  goToSignIn('signed-out');
}
