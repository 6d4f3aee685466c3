import { call } from './api.js';
import { announce, part, showStage, whileBusy } from './dom.js';
import { consumeLinkToken, onNewLink } from './link-token.js';
import { explain } from './messages.js';
import { noteLock } from './last-activity.js';

let token = null;

function start() {
  token = consumeLinkToken();
  announce(part('message'), '');
  showStage(token ? 'ready' : 'no-token');
}

async function disown() {
  const response = await call('POST', '/api/auth/disown', { token });
  if (!response.ok) return announce(part('message'), explain(response));
  // The session of this browser may have ended too.
  noteLock();
  showStage('done');
}

part('confirm').addEventListener('click', (event) => whileBusy(event.currentTarget, disown));
onNewLink(start);
start();
