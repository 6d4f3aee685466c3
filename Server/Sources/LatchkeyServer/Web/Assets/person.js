import { ActDialog } from './act-dialog.js';
import { localTime } from './dates.js';
import { announce, part, stamp, whileBusy } from './dom.js';
import { activityRow } from './event-rows.js';
import { explain, isolated, messages } from './messages.js';
import { callSignedIn } from './session.js';
import { startSignedIn } from './signed-in.js';

const path = `/api/admin/people/${location.pathname.split('/').at(-1)}`;
const showError = (words) => announce(part('page-message'), words);

/** An act of administration: its name among the texts, its path, and the name of its effect in the log. */
const ACTS = {
  requireReset: { suffix: '/require-reset', done: 'reset_required' },
  endSessions: { method: 'DELETE', suffix: '/sessions', done: 'sessions_ended' },
  suspend: { suffix: '/suspend', done: 'suspended' },
  resume: { suffix: '/resume', done: 'resumed' },
  grant: { suffix: '/grant', done: 'administrator_granted' },
  revoke: { suffix: '/revoke', done: 'administrator_revoked' },
  remove: { method: 'DELETE', suffix: '', done: 'removed' },
};

/** The kind of the event of an act in the account's activity, if it has another name. */
const EVENTS = {
  session_ended: 'ended_by_admin', sessions_ended: 'ended_by_admin', reset_required: 'reset_required_by_admin',
  device_shut: 'device_shut_by_admin', passcode_imported: 'passcode_set',
};

const isOwn = (person) => person.id === document.body.dataset.account;

/** The acts that would change something. */
function possible(person) {
  if (isOwn(person)) return [];
  const isSuspended = person.state === 'suspended';
  const role = person.role === 'administrator' ? 'revoke' : 'grant';
  return [
    ...(['no_passcode', 'reset_required', 'locked_out'].includes(person.state) ? [] : ['requireReset']),
    ...(person.sessions.length ? ['endSessions'] : []),
    isSuspended ? 'resume' : 'suspend',
    ...(person.role_of_provider ? [] : [role]),
    'remove',
  ];
}

async function load() {
  const response = await callSignedIn('GET', path);
  part('status').textContent = '';
  if (response.status === 404) return showGone(messages.actProblems.gone);
  part('again').hidden = response.ok;
  showError(response.ok ? '' : explain(response));
  if (!response.ok) return;
  show(response.body, response.etag);
}

function show(person, etag) {
  part('email').textContent = person.email;
  part('undelivered').hidden = !person.mail_trouble;
  part('own').hidden = !isOwn(person);
  part('state').textContent = messages.personStates[person.state] ?? person.state;
  part('role').textContent = messages.roles[person.role] ?? person.role;
  part('created').textContent = localTime(person.created_at);
  const lastActive = person.sessions.map((session) => session.last_active_at).sort().at(-1);
  part('last-active').textContent = lastActive ? localTime(lastActive) : '–';
  part('acts').replaceChildren(...possible(person).map((act) => actRow(act, person, etag)));
  fill('sessions', person.sessions.map((session) => sessionRow(session, person, etag)), messages.person.noSessions);
  part('devices-panel').hidden = !person.unlock_keys.length;
  part('devices').replaceChildren(...person.unlock_keys.map((device) => deviceRow(device, person, etag)));
  fill('passkeys', person.passkeys.map(passkeyRow), messages.passkey.empty);
  part('events').replaceChildren(...person.activity.map((event) => {
    const act = person.acts.find(({ act: name, at }) => at === event.at && (EVENTS[name] ?? name) === event.kind);
    return activityRow(event, act ? [messages.doneBy(act)] : []);
  }));
  part('no-events').hidden = person.activity.length > 0;
  part('person').hidden = false;
}

function fill(name, rows, words) {
  part(name).replaceChildren(...rows.length ? rows : [stamp(part('none'), { 'none-text': words })]);
}

function actRow(act, person, etag) {
  const element = stamp(part('act'), {
    'act-text': messages.actText(act, person.email),
    'act-name': messages.acts[act].name,
  });
  const button = element.querySelector('button');
  button.classList.toggle('button-danger', act === 'remove');
  button.addEventListener('click', () => confirmAct(act, person, { etag, ...ACTS[act] }));
  return element;
}

function sessionRow(session, person, etag) {
  const name = session.device_name || messages.unknownDevice;
  const times = messages.sessionTimes(localTime(session.created_at), localTime(session.last_active_at));
  const element = stamp(part('session'), {
    'session-name': isolated(name),
    'session-times': session.locked ? `${times} · ${messages.person.locked}` : times,
  });
  const button = element.querySelector('button');
  if (isOwn(person)) button.remove();
  button.setAttribute('aria-label', messages.endSession(name));
  button.addEventListener('click', () => confirmAct('endSession', person, {
    etag, method: 'DELETE', suffix: `/sessions/${session.id}`, done: 'session_ended',
  }));
  return element;
}

function deviceRow({ id, device_name: named, created_at: since, last_used_at: used }, person, etag) {
  const name = named || messages.unknownDevice;
  const element = stamp(part('device'), {
    'session-name': isolated(name),
    'session-times': messages.deviceTimes(localTime(since), used && localTime(used)),
  });
  const button = element.querySelector('button');
  if (isOwn(person)) button.remove();
  button.setAttribute('aria-label', messages.shutDevice(name));
  button.addEventListener('click', () => confirmAct('shutDevice', person, {
    etag, method: 'DELETE', suffix: `/unlock-keys/${id}`, done: 'device_shut',
  }));
  return element;
}

function passkeyRow({ name, created_at: added, last_used_at: used }) {
  return stamp(part('passkey'), {
    'passkey-name': isolated(name),
    'passkey-times': messages.passkeyTimes(localTime(added), used && localTime(used)),
  });
}

const dialog = new ActDialog();

/** Performs the act after confirmation, and shows the changed account. */
function confirmAct(act, person, { method = 'POST', suffix, etag, done }) {
  announce(part('done'), '');
  const perform = () => callSignedIn(method, path + suffix, undefined, { 'If-Match': etag });
  dialog.requestConfirmation(act, person.email, perform, async (response) => {
    const words = messages.administration[done];
    if (response.ok && act === 'remove') showGone(words);
    else if (response.ok) {
      show(response.body, response.etag);
      announce(part('done'), words);
    } else {
      // Changed or removed meanwhile.
      await load();
      if (response.status === 412) showError(explain(response));
    }
    // The focused button may be gone.
    part('email').focus();
  });
}

/** The account does not exist any more. */
function showGone(words) {
  part('person').hidden = true;
  announce(part('done'), words);
}

part('again').addEventListener('click', (event) => whileBusy(event.currentTarget, () => load()));
startSignedIn();
void load();
