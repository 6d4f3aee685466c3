import { localTime } from './dates.js';
import { announce, part, stamp, whileBusy } from './dom.js';
import { explain, isolated, messages } from './messages.js';
import { callSignedIn } from './session.js';

const list = part('sessions');
const status = part('sessions-status');
const message = part('sessions-message');

/** The account's sessions, each with a button that ends it. */
export async function loadSessions(words = '') {
  const response = await callSignedIn('GET', '/api/auth/sessions');
  list.setAttribute('aria-busy', 'false');
  part('sessions-again').hidden = response.ok;
  announce(message, response.ok ? '' : explain(response));
  status.textContent = '';
  if (!response.ok) return;
  const sessions = response.body.sessions;
  list.replaceChildren(...sessions.map(item));
  part('end-others').hidden = sessions.length < 2;
  announce(status, words || (sessions.length < 2 ? messages.noOtherSessions : ''));
}

function item(session) {
  const name = session.device_name || messages.unknownDevice;
  const element = stamp(part('session'), {
    'session-name': session.current ? messages.currentSession(name) : isolated(name),
    'session-times': messages.sessionTimes(localTime(session.created_at), localTime(session.last_active_at)),
  });
  const button = element.querySelector('.session-end');
  // This session ends by signing out.
  if (session.current) button.remove();
  else {
    button.setAttribute('aria-label', messages.endSession(name));
    button.addEventListener('click', () => whileBusy(button, () => end(`/${session.id}`, messages.sessionEnded)));
  }
  return element;
}

async function end(suffix, words) {
  const response = await callSignedIn('DELETE', `/api/auth/sessions${suffix}`);
  // 404: it has already ended.
  if (!response.ok && response.status !== 404) return announce(message, explain(response));
  await loadSessions(words);
}

export function startSessionList() {
  part('sessions-again').addEventListener('click', (event) => whileBusy(event.currentTarget, () => loadSessions()));
  part('end-others').addEventListener('click', (event) =>
    whileBusy(event.currentTarget, () => end('', messages.othersEnded)));
  void loadSessions();
}
