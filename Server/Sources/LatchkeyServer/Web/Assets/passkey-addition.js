import { deviceName } from './device-name.js';
import { explain, messages } from './messages.js';
import { callSignedIn } from './session.js';
import { makePasskey } from './webauthn.js';

/**
 * Adds a passkey of this device. Returns the reason of a failure; '' after success, and null if the user cancelled the
 * passcode.
 * @param {(() => Promise<?object>)?} requestPasscode if it was verified too long ago; returns null if cancelled
 */
export async function addPasskey(requestPasscode = null) {
  const requestOptions = () => callSignedIn('POST', '/api/auth/passkeys/options');
  let options = await requestOptions();
  if (options.problem === 'passcode-too-old' && requestPasscode) {
    if (!await requestPasscode()) return null;
    options = await requestOptions();
  }
  if (!options.ok) return explain(options);
  const { credential, failure } = await makePasskey(options.body.public_key);
  if (failure) return messages.passkey.add[failure];
  const response = await callSignedIn('POST', '/api/auth/passkeys', { name: deviceName(), credential });
  return response.ok ? '' : explain(response);
}
