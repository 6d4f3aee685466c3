import { call, keepsCookies } from './api.js';
import { deviceName } from './device-name.js';
import { announce, part, showStage } from './dom.js';
import { EmailForms } from './email-forms.js';
import { consumeLinkToken, onNewLink } from './link-token.js';
import { explain, messages } from './messages.js';
import { NumberPad } from './number-pad.js';
import { PasscodeChoice } from './passcode-choice.js';
import { showFailure } from './passcode-check.js';
import { offerPasskey } from './passkey-offer.js';
import { goHome } from './paths.js';

/** The proof of the email: `{token}` or `{email, code}`; `{}` if the proof is the browser's cookie. */
let proof = null;

const choice = new PasscodeChoice(document.querySelector('[data-stage="passcode"]'), messages.chooseNew);
/** The server's response if the cookie is expired or missing. */
const NO_PROOF = ['invalid-token', 'invalid-request', 'mail-sign-in-off'];

const params = new URLSearchParams(location.search);
/** Whether the browser has returned from the team's provider. */
const isProven = params.has('provider') && part('provider-message') !== null;

// Without email the page offers only the provider.
const forms = part('email-form') && new EmailForms('/api/auth/reset-passcode-request', async (email, code) => {
  choosePasscode({ email, code });
});

const pad = new NumberPad(part('pad'), async (passcode) => {
  const chosen = choice.enter(passcode, pad);
  if (!chosen) return;
  const response = await call('POST', '/api/auth/reset-passcode',
    { ...proof, new_passcode: chosen, transport: 'cookie', device_name: deviceName() });
  if (response.ok) return finish(response.body.user);
  if (isProven && NO_PROOF.includes(response.problem)) return requestProviderSignIn();
  if (response.problem !== 'invalid-code') return showFailure(pad, response);
  showStage(proof.code ? 'code' : 'email');
  announce(part(proof.code ? 'code-message' : 'email-message'), explain(response));
});

/** The page started without an account. */
async function finish(user) {
  if (!await keepsCookies()) return pad.showMessage(messages.noCookies);
  document.body.dataset.account = user.id;
  await offerPasskey();
  goHome(user);
}

function choosePasscode(means) {
  proof = means;
  pad.clear();
  choice.begin();
  showStage('passcode');
}

function requestProviderSignIn() {
  showStage('provider');
  announce(part('provider-message'), messages.providerAgain);
}

/** With a session the address is known, and the lock screen may already have requested the email. */
async function start() {
  if (isProven) return choosePasscode({});
  if (!forms) return showStage('provider');
  const token = consumeLinkToken();
  const isSent = !token && params.has('sent');
  if (token) choosePasscode({ token });
  else if (!isSent) showStage('email');
  const me = await call('GET', '/api/auth/me');
  if (me.ok) forms.prefill(me.body.email);
  if (isSent && me.ok) forms.showCode(me.body.email);
  else if (isSent) showStage('email');
}

part('restart').addEventListener('click', () => {
  pad.clear();
  choice.begin();
});
onNewLink(start);
void start();
