import { localTime } from './dates.js';
import { announce, part, stamp, whileBusy } from './dom.js';
import { addressError } from './email-forms.js';
import { explain, messages } from './messages.js';
import { callSignedIn } from './session.js';
import { startSignedIn } from './signed-in.js';
import { withFreshPasscode } from './step-up.js';

const PATH = '/api/admin/people';
const list = part('people');
const more = part('more');
const query = part('query');
const state = part('state');
/** The filter of the shown accounts, which is in the fragment, so that "back" restores it. */
let filter = {};
let next;

/** Shows the accounts of the filter from the first on. */
async function search() {
  filter = Object.fromEntries([['query', query.value.trim()], ['state', state.value]].filter(([, value]) => value));
  const fragment = new URLSearchParams(filter).toString();
  history.replaceState(null, '', fragment ? `#${fragment}` : location.pathname);
  next = undefined;
  await load();
}

/** Shows how many accounts have no passcode. */
async function summarize() {
  const response = await callSignedIn('GET', '/api/admin/team');
  if (response.ok) part('summary').textContent = messages.peopleSummary(response.body.people.no_passcode);
}

async function load() {
  const requested = filter;
  const after = next;
  const parameters = new URLSearchParams(after ? { ...requested, after } : requested);
  const response = await callSignedIn('GET', `${PATH}?${parameters}`);
  // The filter has changed meanwhile.
  if (requested !== filter) return;
  list.setAttribute('aria-busy', 'false');
  more.hidden = false;
  more.textContent = response.ok ? messages.loadMore : messages.tryAgain;
  announce(part('people-message'), response.ok ? '' : reason(response, requested.query));
  if (!response.ok) return announce(part('people-status'), '');
  if (!after) list.replaceChildren();
  list.append(...response.body.people.map(row));
  next = response.body.next;
  more.hidden = !next;
  const shown = list.children.length;
  announce(part('people-status'), shown ? messages.peopleShown(shown) : messages.people.none);
}

function reason(response, address = '') {
  return response.problem === 'invalid-request' ? addressError(address) : explain(response);
}

function row(person) {
  const { role, state, devices, last_active_at: active } = person;
  const element = stamp(part('person'), {
    'person-email': person.email,
    'person-role': role === 'administrator' ? messages.roles[role] : '',
    'person-state': messages.personStates[state] ?? state,
    'person-devices': messages.sessionCount(devices),
    'person-active': active ? messages.lastActive(localTime(active)) : '',
  });
  element.querySelector('a').href = `/people/${person.id}`;
  element.querySelector('.pill').classList.add(`pill-${state.replaceAll('_', '-')}`);
  return element;
}

const dialog = part('invite-dialog');
const field = part('invite-email');

async function invite() {
  const showError = (words) => announce(part('invite-message'), words);
  const email = field.value.trim();
  if (!email.includes('@')) return showError(addressError(email));
  showError('');
  const response = await withFreshPasscode(() => callSignedIn('POST', PATH, { email }));
  if (!response) return;
  if (!response.ok) return showError(reason(response, email));
  if (response.status !== 201) return showError(messages.hasAccount(email));
  dialog.close();
  announce(part('invited'), messages.invited(email));
  await search();
  await summarize();
}

function startInvitation() {
  part('invite').addEventListener('click', () => {
    field.value = '';
    part('invite-message').textContent = '';
    announce(part('invited'), '');
    dialog.showModal();
    field.focus();
  });
  part('invite-cancel').addEventListener('click', () => dialog.close());
  part('invite-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void whileBusy(part('invite-send'), invite);
  });
}

for (const [name, words] of Object.entries(messages.personStates)) state.append(new Option(words, name));
const kept = new URLSearchParams(location.hash.slice(1));
query.value = kept.get('query') ?? '';
state.value = kept.get('state') ?? '';
// The fragment may name a state that does not exist.
if (state.selectedIndex < 0) state.value = '';
part('filter').addEventListener('submit', (event) => {
  event.preventDefault();
  void search();
});
state.addEventListener('change', () => void search());
more.addEventListener('click', () => whileBusy(more, load));
startSignedIn();
startInvitation();
void search();
void summarize();
