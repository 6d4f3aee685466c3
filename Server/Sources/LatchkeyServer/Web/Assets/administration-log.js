import { announce, part, whileBusy } from './dom.js';
import { eventRow } from './event-rows.js';
import { explain, messages } from './messages.js';
import { callSignedIn } from './session.js';
import { startSignedIn } from './signed-in.js';

const PATH = '/api/admin/log';
const list = part('entries');
const more = part('more');
const act = part('act');
let filter = {};
let before;

/** Shows the newest entries of the chosen act. */
async function choose() {
  filter = act.value ? { act: act.value } : {};
  part('csv').href = `${PATH}.csv?${new URLSearchParams(filter)}`;
  before = undefined;
  await load();
}

async function load() {
  const [requested, from] = [filter, before];
  const parameters = new URLSearchParams(from ? { ...requested, before: from } : requested);
  const response = await callSignedIn('GET', `${PATH}?${parameters}`);
  // The filter has changed meanwhile.
  if (requested !== filter) return;
  list.setAttribute('aria-busy', 'false');
  more.hidden = false;
  more.textContent = response.ok ? messages.loadMore : messages.tryAgain;
  announce(part('message'), response.ok ? '' : explain(response));
  if (!response.ok) return announce(part('status'), '');
  if (!from) list.replaceChildren();
  list.append(...response.body.entries.map(row));
  before = response.body.next;
  more.hidden = !before;
  announce(part('status'), list.children.length ? '' : messages.log.none);
}

function row(entry) {
  const what = messages.administration[entry.act] ?? entry.act;
  const details = [entry.email, messages.doneBy(entry), entry.device_name, entry.ip];
  return eventRow(entry.at, what, details);
}

for (const [name, words] of Object.entries(messages.administration)) act.append(new Option(words, name));
act.addEventListener('change', () => void choose());
more.addEventListener('click', () => whileBusy(more, load));
startSignedIn();
void choose();
