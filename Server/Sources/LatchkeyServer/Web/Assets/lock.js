import { call } from './api.js';
import { announce, part, showStage, whileBusy } from './dom.js';
import { explain, messages } from './messages.js';
import { NumberPad } from './number-pad.js';
import { showFailure } from './passcode-check.js';
import { passkeyUse } from './passkey-memory.js';
import { startPasskeyUnlock } from './passkey-unlock.js';
import { go, goToSignIn, isInPlace, isReauthentication, nextPath } from './paths.js';
import { listenForActions } from './signed-in.js';

const pad = new NumberPad(part('pad'), async (passcode) => {
  const response = await call('POST', '/api/auth/verify-passcode', { passcode });
  if (response.ok && !isReauthentication) passkeyUse.isSet = false;
  if (response.ok || response.problem === 'passcode-not-set') return go(nextPath());
  if (response.problem === 'passcode-reset-required') return showStage('reset');
  showFailure(pad, response);
});

/** Failures before the page was loaded still count. */
const status = document.querySelector('[data-stage="pad"]').dataset;
if (status.remaining) pad.showMessage(messages.remaining(Number(status.remaining)));
if (Number(status.wait) > 0) pad.wait(Number(status.wait));

/** Requests the email to the session's address, and then calls `proceed`. */
async function sendReset(proceed, showError) {
  const response = await call('POST', '/api/auth/reset-passcode-request', {});
  if (response.ok) proceed();
  else if (response.status === 401) goToSignIn('session-ended');
  else showError(explain(response));
}

const showSent = () => showStage('sent');
const report = (words) => announce(part('sent-status'), words);

function onClick(name, work) {
  const button = part(name);
  // If users reset with the provider, links replace the buttons for emails.
  button?.addEventListener('click', () => whileBusy(button, work));
}

onClick('forgot', () => sendReset(showSent, (words) => pad.fail(words)));
onClick('contact-operator', () => showStage('reset'));
onClick('send-reset', () => sendReset(showSent, (words) => announce(part('reset-message'), words)));
onClick('resend', () => sendReset(() => report(messages.emailSent), report));
onClick('back', () => showStage('pad'));
listenForActions((words) => pad.fail(words));
startPasskeyUnlock(pad);

// User input in the page below is kept.
if (isInPlace) document.querySelectorAll('a[href^="/"]').forEach((link) => { link.target = '_blank'; });

/** Another tab, or a reset by email, may have unlocked the session. */
async function refresh() {
  const response = await call('GET', '/api/auth/me');
  if (response.status === 401) goToSignIn('session-ended');
  else if (response.ok && !response.body.locked && !isReauthentication) go(nextPath());
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void refresh();
});
addEventListener('pageshow', (event) => {
  if (event.persisted) void refresh();
});
