import { PasscodeDialog } from './passcode-dialog.js';
import { messages } from './messages.js';
import { callSignedIn } from './session.js';

const dialog = new PasscodeDialog();

/**
 * Performs an act of administration, after the passcode if the server requires it. Returns the response, or null if the
 * user cancelled the passcode.
 * @param {() => Promise<import('./api.js').APIResponse>} act
 */
export async function withFreshPasscode(act) {
  const response = await act();
  // Without an enabled passcode of the user the page has no timer.
  if (response.problem === 'passcode-not-set' && !('timeoutMinutes' in document.body.dataset)) {
    return { ...response, problem: 'own-passcode-not-set' };
  }
  if (response.problem !== 'passcode-too-old') return response;
  const verified = await dialog.requestPasscode(messages.passcodeTo.administer,
    (passcode) => callSignedIn('POST', '/api/auth/verify-passcode', { passcode }));
  return verified && act();
}
