import { deviceName } from './device-name.js';
import { explain, messages } from './messages.js';
import { callSignedIn } from './session.js';
import { makePasskey } from './webauthn.js';

/**
 * Adds a passkey of this device to the account. Returns why not, in words; '' when it was added, and null when the
 * person gave up on the passcode.
 * @param {(() => Promise<?object>)?} askPasscode where it was given too long ago; returns null when it is not given
 */
export async function addPasskey(askPasscode = null) {
  const options = () => callSignedIn('POST', '/api/auth/passkeys/options');
  let asked = await options();
  if (asked.problem === 'passcode-too-old' && askPasscode) {
    if (!await askPasscode()) return null;
    asked = await options();
  }
  if (!asked.ok) return explain(asked);
  const { credential, refusal } = await makePasskey(asked.body.public_key);
  if (refusal) return messages.passkey.add[refusal];
  const answer = await callSignedIn('POST', '/api/auth/passkeys', { name: deviceName(), credential });
  return answer.ok ? '' : explain(answer);
}
