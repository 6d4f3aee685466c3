import { part, say, whileBusy } from './dom.js';
import { activityRow } from './event-rows.js';
import { explain, messages } from './messages.js';
import { callSignedIn } from './session.js';
import { startSignedIn } from './signed-in.js';

const list = part('events');
const more = part('more');
let before = null;

async function load() {
  say(part('message'), '');
  const answer = await callSignedIn('GET',
    `/api/auth/activity?limit=50${before ? `&before=${encodeURIComponent(before)}` : ''}`);
  part('status').textContent = '';
  list.setAttribute('aria-busy', 'false');
  more.hidden = false;
  more.textContent = answer.ok ? messages.loadMore : messages.tryAgain;
  if (!answer.ok) return say(part('message'), explain(answer));
  list.append(...answer.body.events.map((event) => activityRow(event)));
  before = answer.body.next;
  more.hidden = before === null;
  if (!list.children.length) part('status').textContent = messages.noActivity;
}

more.addEventListener('click', () => whileBusy(more, load));
startSignedIn();
void load();
