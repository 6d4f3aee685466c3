import { localTime } from './dates.js';
import { part, say, stamp, whileBusy } from './dom.js';
import { explain, isolated, messages } from './messages.js';
import { callSignedIn } from './session.js';
import { startSignedIn } from './signed-in.js';

const ALARMING = new Set(['passcode_failed', 'passcode_blocked', 'disowned', 'unlocked_after_failures']);
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
  list.append(...answer.body.events.map(item));
  before = answer.body.next;
  more.hidden = before === null;
  if (!list.children.length) part('status').textContent = messages.noActivity;
}

function item(event) {
  const element = stamp(part('event'), {
    'event-kind': messages.kinds[event.kind] ?? event.kind,
    'event-where': [event.device_name, event.ip].filter(Boolean).map(isolated).join(' · '),
    'event-when': localTime(event.at),
  });
  element.classList.toggle('event-alarming', ALARMING.has(event.kind));
  element.querySelector('time').dateTime = event.at;
  return element;
}

more.addEventListener('click', () => whileBusy(more, load));
startSignedIn();
void load();
