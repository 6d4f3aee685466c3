import { deviceName } from './device-name.js';
import { explain, messages } from './messages.js';
import { callSignedIn } from './session.js';
import { makePasskey } from './webauthn.js';

/**
 * Adds a passkey of this device. Returns the reason of a failure; '' after success, and null if the user cancelled the
 * passcode.
 * @param {(() => Promise<?object>)?} askPasscode if it was verified too long ago; returns null if cancelled
 */
export async function addPasskey(askPasscode = null) {
  const options = () => callSignedIn('POST', '/api/auth/passkeys/options');
  let asked = await options();
  if (asked.problem === 'passcode-too-old' && askPasscode) {
    if (!await askPasscode()) return null;
    asked = await options();
  }
  if (!asked.ok) return explain(asked);
  const { credential, failure } = await makePasskey(asked.body.public_key);
  if (failure) return messages.passkey.add[failure];
  const answer = await callSignedIn('POST', '/api/auth/passkeys', { name: deviceName(), credential });
  return answer.ok ? '' : explain(answer);
}
