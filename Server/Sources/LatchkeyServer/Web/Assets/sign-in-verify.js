import { allowsCookies, call, keepsCookies } from './api.js';
import { timeZone } from './dates.js';
import { deviceName } from './device-name.js';
import { announce, part, showStage, whileBusy } from './dom.js';
import { consumeLinkToken, onNewLink } from './link-token.js';
import { explain, messages } from './messages.js';
import { goHome } from './paths.js';

let token = null;

function start() {
  token = consumeLinkToken();
  announce(part('message'), '');
  part('new-email').hidden = true;
  showStage(token ? 'ready' : 'no-token');
  if (!allowsCookies()) announce(part('message'), messages.noCookies);
}

async function signIn() {
  const response = await call('POST', '/api/auth/magic-link/verify',
    { token, transport: 'cookie', device_name: deviceName(), time_zone: timeZone() });
  if (response.ok && await keepsCookies()) return goHome(response.body.user, { offerPasscode: true });
  announce(part('message'), response.ok ? messages.noCookies : explain(response));
  part('new-email').hidden = response.problem !== 'invalid-code';
}

/** Shows whether this browser already has a session: a strict cookie is not sent with an emailed link. */
async function refresh() {
  const response = await call('GET', '/api/auth/me');
  part('signed-in').hidden = !response.ok;
  part('address').textContent = response.ok ? response.body.email : '';
}

part('confirm').addEventListener('click', (event) => whileBusy(event.currentTarget, signIn));
onNewLink(start);
start();
void refresh();
