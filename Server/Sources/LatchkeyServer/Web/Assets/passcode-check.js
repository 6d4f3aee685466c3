import { explain } from './messages.js';
import { goToSignIn } from './paths.js';

/** Shows on the pad why a passcode was rejected; leaves the page if the session has ended. */
export function showFailure(pad, response) {
  if (response.body.session_ended) return goToSignIn('too-many-attempts');
  if (response.status === 401) return goToSignIn('session-ended');
  pad.fail(explain(response));
  if (response.retryAfter && (response.status === 403 || response.status === 429)) pad.wait(response.retryAfter);
}
