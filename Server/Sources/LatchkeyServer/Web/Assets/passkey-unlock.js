import { call } from './api.js';
import { part, showStage, whileBusy } from './dom.js';
import { explain, messages } from './messages.js';
import { passkeyUse } from './passkey-memory.js';
import { go, goToSignIn, isReauthentication, nextPath } from './paths.js';
import { canUsePasskeys, usePasskey } from './webauthn.js';

/**
 * The button to unlock with a passkey, next to the pad, which keeps working. The prompt appears only on a click: a
 * manual lock must not open because the owner's face is still visible.
 * @param {import('./number-pad.js').NumberPad} pad shows failures
 */
export function startPasskeyUnlock(pad) {
  const button = part('use-passkey');
  // If the passcode is required, a passkey is not enough.
  if (!button || isReauthentication || !canUsePasskeys()) return;
  button.hidden = false;
  button.addEventListener('click', () => whileBusy(button, () => unlock(button, pad)));
  if (passkeyUse.isSet) button.focus();
}

async function unlock(button, pad) {
  pad.showMessage('');
  const options = await call('POST', '/api/auth/unlock/options');
  if (!options.ok) return handleFailure(options, button, pad);
  const { credential, failure } = await usePasskey(options.body.public_key);
  if (failure) return pad.showMessage(messages.passkey.unlock[failure] ?? messages.passkey.unlock.failed);
  const response = await call('POST', '/api/auth/unlock', { credential });
  if (!response.ok) return handleFailure(response, button, pad);
  passkeyUse.isSet = true;
  go(nextPath());
}

function handleFailure(response, button, pad) {
  if (response.status === 401) return goToSignIn('session-ended');
  if (response.problem === 'passcode-not-set') return go(nextPath());
  if (response.problem === 'passcode-reset-required') return showStage('reset');
  // The last one was removed elsewhere, or the team forbids them.
  if (response.problem === 'passkey-not-set' || response.status === 404) {
    button.hidden = true;
    return pad.showMessage(messages.passkey.none);
  }
  pad.showMessage(explain(response));
}
