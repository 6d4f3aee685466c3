import { PasscodeDialog } from './passcode-dialog.js';
import { messages } from './messages.js';
import { callSignedIn } from './session.js';

const dialog = new PasscodeDialog();

/**
 * Performs an act of administration, after the passcode if the server requires it. Returns the response, or null if the
 * user cancelled the passcode.
 * @param {() => Promise<import('./api.js').Answer>} act
 */
export async function withFreshPasscode(act) {
  const answer = await act();
  // Without an enabled passcode of the user the page has no timer.
  if (answer.problem === 'passcode-not-set' && !('timeoutMinutes' in document.body.dataset)) {
    return { ...answer, problem: 'own-passcode-not-set' };
  }
  if (answer.problem !== 'passcode-too-old') return answer;
  const verified = await dialog.requestPasscode(messages.passcodeTo.administer,
    (passcode) => callSignedIn('POST', '/api/auth/verify-passcode', { passcode }));
  return verified && act();
}
