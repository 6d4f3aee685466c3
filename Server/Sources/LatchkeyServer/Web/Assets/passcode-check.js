import { explain } from './messages.js';
import { goToSignIn } from './paths.js';

/** Shows on the pad why a passcode was rejected; leaves the page if the session has ended. */
export function showFailure(pad, answer) {
  if (answer.body.session_ended) return goToSignIn('too-many-attempts');
  if (answer.status === 401) return goToSignIn('session-ended');
  pad.fail(explain(answer));
  if (answer.retryAfter && (answer.status === 403 || answer.status === 429)) pad.wait(answer.retryAfter);
}
