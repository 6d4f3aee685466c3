import { announce, part, whileBusy } from './dom.js';
import { activityRow } from './event-rows.js';
import { explain, messages } from './messages.js';
import { callSignedIn } from './session.js';
import { startSignedIn } from './signed-in.js';

const list = part('events');
const more = part('more');
let before = null;

async function load() {
  announce(part('message'), '');
  const response = await callSignedIn('GET',
    `/api/auth/activity?limit=50${before ? `&before=${encodeURIComponent(before)}` : ''}`);
  part('status').textContent = '';
  list.setAttribute('aria-busy', 'false');
  more.hidden = false;
  more.textContent = response.ok ? messages.loadMore : messages.tryAgain;
  if (!response.ok) return announce(part('message'), explain(response));
  list.append(...response.body.events.map((event) => activityRow(event)));
  before = response.body.next;
  more.hidden = before === null;
  if (!list.children.length) part('status').textContent = messages.noActivity;
}

more.addEventListener('click', () => whileBusy(more, load));
startSignedIn();
void load();
