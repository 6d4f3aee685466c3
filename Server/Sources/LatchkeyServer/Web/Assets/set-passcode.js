import { part } from './dom.js';
import { messages } from './messages.js';
import { NumberPad } from './number-pad.js';
import { PasscodeChoice, setHeading } from './passcode-choice.js';
import { showFailure } from './passcode-check.js';
import { offerPasskey } from './passkey-offer.js';
import { go, home, nextPath } from './paths.js';
import { callSignedIn } from './session.js';
import { startSignedIn } from './signed-in.js';

const root = part('set-passcode');
const isChange = 'hasPasscode' in root.dataset;
const choice = new PasscodeChoice(root, isChange ? messages.chooseNew : messages.choose);
let current = '';

const pad = new NumberPad(part('pad'), async (passcode) => {
  if (isChange && !current) return checkCurrent(passcode);
  const chosen = choice.enter(passcode, pad);
  if (chosen) await save(chosen);
});

/** Verifies the current passcode first, before a new one is chosen. */
async function checkCurrent(passcode) {
  const response = await callSignedIn('POST', '/api/auth/verify-passcode', { passcode });
  if (!response.ok) return showFailure(pad, response);
  current = passcode;
  choice.begin();
}

async function save(passcode) {
  const response = await callSignedIn('POST', '/api/auth/set-passcode',
    isChange ? { passcode, current_passcode: current } : { passcode });
  if (response.ok) return offerPasskey().then(() => go(destination()));
  // It was set in another tab or on another device since this page was rendered.
  if (response.problem === 'passcode-already-set') return location.reload();
  if (response.problem === 'incorrect-passcode') requestCurrent();
  showFailure(pad, response);
}

function requestCurrent() {
  current = '';
  setHeading(root, messages.current, messages.currentLead);
}

function destination() {
  const next = nextPath();
  return next.split('#')[0] === location.pathname ? home() : next;
}

part('restart').addEventListener('click', () => {
  pad.clear();
  choice.begin();
});
part('later')?.setAttribute('href', destination());
startSignedIn();
