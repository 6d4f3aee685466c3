/**
 * For a web application behind the gate, as the first script of each page: <script src="/assets/guard.js"></script>.
 *
 * Covers the page in all tabs while the session is locked, stops its data, and opens the lock in a frame, so that user
 * input is kept. Only the server decides; if it is unreachable, the page stays covered. The server inserts the texts,
 * in the browser's language.
 */
(() => {
  const texts = { guard: GUARD_TEXTS };
  const language = { lang: 'GUARD_LANGUAGE', dir: 'GUARD_DIRECTION' };
  const channel = new BroadcastChannel('latchkey');
  const originalFetch = fetch.bind(globalThis);
  const TIMEOUT_MS = 20_000;
  const RECHECK_MS = 60_000;

  // Calls the server on the page's own origin and opens the lock from there. Other origins do not work, because
  // browsers withhold the session's cookie from their scripts.
  const source = new URL(document.currentScript?.src || location.href).origin;
  const isAtHome = source === location.origin;

  // The cover

  const host = document.createElement('latchkey-guard');
  const root = host.attachShadow({ mode: 'open' });
  const hiding = new CSSStyleSheet();
  // In a layer, `!important` precedes unlayered `!important` rules of any specificity (CSS Cascading and Inheritance
  // Level 5, section 6.4).
  hiding.replaceSync('@layer latchkey-guard { html > :not(latchkey-guard) { display: none !important } }');
  const look = new CSSStyleSheet();
  look.replaceSync(`
    :host { position: fixed; inset: 0; z-index: 2147483647; color-scheme: light dark; background: Canvas }
    dialog { position: fixed; inset: 0; width: 100%; height: 100%; max-width: none; max-height: none; margin: 0;
      padding: 0; border: 0; display: grid; place-items: center; outline: 0; background: Canvas; color: CanvasText;
      font: 1rem/1.5 system-ui, sans-serif }
    iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0 }
    div { max-width: 30rem; padding: 1rem; text-align: center }
    a, button { display: inline-block; padding: .5rem 1rem; font: inherit }
    dialog > button { position: absolute; inset-block-start: .5rem; inset-inline-start: .5rem; z-index: 1 }`);
  root.adoptedStyleSheets = [look];
  Object.assign(host, language);
  // Modal, because a modal dialog of the application blocks everything else.
  const box = root.appendChild(document.createElement('dialog'));
  const showModal = HTMLDialogElement.prototype.showModal;
  box.ariaLabel = texts.guard.title;
  box.addEventListener('cancel', (event) => event.preventDefault());
  box.addEventListener('close', () => { if (isCovered && !box.open) showModal.call(box); });
  let isCovered = false;
  let left = null;

  // The application may add style sheets at any time: while the page is covered, the hiding one stays first.
  const sheets = Object.getOwnPropertyDescriptor(Document.prototype, 'adoptedStyleSheets');
  Object.defineProperty(document, 'adoptedStyleSheets', {
    configurable: true,
    get: () => sheets.get.call(document),
    set: (list) => {
      const own = [...list].filter((sheet) => sheet !== hiding);
      sheets.set.call(document, isCovered ? [hiding, ...own] : own);
    },
  });

  function cover() {
    if (isCovered) return;
    isCovered = true;
    left = { element: document.activeElement, x: scrollX, y: scrollY, title: null };
    document.adoptedStyleSheets = [...document.adoptedStyleSheets];
    document.documentElement.append(host);
    showModal.call(box);
  }

  function uncover() {
    if (!isCovered) return;
    [isCovered, isReauthenticating] = [false, false];
    box.close();
    box.replaceChildren();
    host.remove();
    titles.disconnect();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets];
    if (left.title !== null && document.title === texts.guard.title) document.title = left.title;
    scrollTo(left.x, left.y);
    const had = left.element === document.body ? null : left.element;
    (had ?? document.querySelector('[autofocus]'))?.focus({ preventScroll: true });
  }

  function openLock() {
    if (box.querySelector('iframe')) return;
    open('/lock?in-place', () => notify(texts.guard.locked, link(texts.guard.unlock, '/lock')));
  }

  /** Calls `reject` if the application's policy forbids frames. */
  function open(path, reject, ...controls) {
    const frame = document.createElement('iframe');
    frame.title = texts.guard.title;
    frame.src = path;
    frame.addEventListener('load', () => {
      if (!frame.contentDocument) return reject();
      frame.contentWindow.focus();
      void check();
    });
    fill(frame, ...controls);
    // Its page handles keys from its first line on.
    frame.focus();
  }

  let isReauthenticating = false;

  /**
   * Requests a new passcode verification for the gate. The session is unlocked, so nothing is stopped, and the user
   * may return to the page.
   */
  async function reauthenticate() {
    if (isCovered) return;
    isReauthenticating = true;
    cover();
    const { status, body } = await get('/api/auth/me');
    // Something else has covered or uncovered the page.
    if (!isReauthenticating || box.hasChildNodes()) return;
    const back = button(texts.guard.back, () => {
      isReauthenticating = false;
      void check();
    });
    if (status !== 200 || body.locked) return void check();
    if (!body.has_passcode) return notify(texts.guard.noPasscode, link(texts.guard.setPasscode, '/set-passcode'), back);
    open('/lock?again&in-place', () => notify(texts.guard.tooOld, link(texts.guard.unlock, '/lock?again'), back), back);
  }

  let wasReauthenticating = false;

  /** The lock in the frame is done, or the session has ended there. */
  function onLockDone() {
    wasReauthenticating = isReauthenticating;
    isReauthenticating = false;
    void check();
  }

  function notify(words, ...actions) {
    const notice = document.createElement('div');
    notice.setAttribute('role', 'alert');
    const paragraph = document.createElement('p');
    paragraph.textContent = words;
    notice.append(paragraph, ...actions);
    fill(notice);
    actions[0].focus();
  }

  function fill(...content) {
    box.replaceChildren(...content);
    keepTitle();
    titles.observe(document.documentElement, { childList: true, characterData: true, subtree: true });
  }

  /** The application may continue to change the page's own title. */
  function keepTitle() {
    if (document.title === texts.guard.title) return;
    left.title = document.title;
    document.title = texts.guard.title;
  }

  const titles = new MutationObserver(keepTitle);

  /** In a separate tab, so that user input here is kept. */
  function link(words, path) {
    const element = document.createElement('a');
    [element.textContent, element.href, element.target, element.rel] = [words, path, '_blank', 'noopener'];
    return element;
  }

  function button(words, work) {
    const element = document.createElement('button');
    [element.type, element.textContent] = ['button', words];
    element.addEventListener('click', work);
    return element;
  }

  // Two clocks: one may be set back, and the other may stop while the machine sleeps.

  let limit = 0;
  let last = { wall: Date.now(), clock: performance.now() };
  let timer = 0;

  const idle = () => Math.max(Date.now() - last.wall, performance.now() - last.clock);

  function note(age = 0) {
    last = { wall: Date.now() - age, clock: performance.now() - age };
    arm();
  }

  function arm() {
    clearTimeout(timer);
    if (limit > 0) timer = setTimeout(due, Math.max(0, limit - idle()));
  }

  function due() {
    if (isCovered || (limit > 0 && idle() >= limit)) void check();
    else arm();
  }

  // The server

  let account = null;
  let isChecking = false;
  let isStale = false;

  async function get(path) {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await originalFetch(path, { cache: 'no-store', redirect: 'error', signal });
      return { status: response.status, body: await response.json().catch(() => ({})) };
    } catch {
      return { status: 0, body: {} };
    }
  }

  /** Covers the page, and shows it again only after the server reports an unlocked session. */
  async function check({ isOwn = true } = {}) {
    cover();
    isStale = isChecking;
    if (isChecking) return;
    isChecking = true;
    const { status, body } = isAtHome ? await get('/api/auth/me') : { status: 0, body: {} };
    isChecking = false;
    if (isStale) return check({ isOwn });
    const isUser = status === 200 && body.policy !== undefined;
    const lacksPasscode = isUser && body.policy.passcode_required && !body.has_passcode;
    const isOpen = isUser && !body.locked && !lacksPasscode;
    // A new passcode verification is required.
    if (isOpen && isReauthenticating && account === body.id) return;
    if (isOpen) return show(body);
    const wasOpen = account !== null && (isReauthenticating || !box.hasChildNodes());
    // Opens the lock anew, because a passkey may now be enough.
    if (isReauthenticating) box.replaceChildren();
    [isReauthenticating, wasReauthenticating] = [false, false];
    sever();
    if (lacksPasscode) notify(texts.guard.passcodeRequired, link(texts.guard.setPasscode, '/set-passcode'));
    else if (isUser) openLock();
    else if (status === 401) notify(texts.guard.ended, link(texts.guard.signIn, '/sign-in'));
    else {
      // For the developer.
      if (!isAtHome || status === 200 || status === 404) {
        console.error(texts.guard.misplaced.replace('{page}', location.origin).replace('{source}', source));
      }
      notify(texts.guard.unreachable, button(texts.guard.tryAgain, () => check()));
    }
    if (isOwn && wasOpen && (status === 200 || status === 401)) channel.postMessage({ lock: true });
  }

  function show(user) {
    // The content belongs to another user.
    if (account !== null && account !== user.id) return location.reload();
    const isFirst = account === null;
    account = user.id;
    limit = user.passcode_enabled ? user.passcode_timeout_minutes * 60_000 : 0;
    const navigation = performance.getEntriesByType('navigation')[0];
    // Loading a page is activity, unless it came from a cache. Then the session was last used at an unknown time.
    note(isFirst && navigation?.transferSize !== 0 ? 0 : Math.max(0, limit - RECHECK_MS));
    uncover();
    if (isSevered) dispatchEvent(new CustomEvent('latchkey-unlock'));
    if (wasReauthenticating) dispatchEvent(new CustomEvent('latchkey-passcode'));
    [isSevered, wasReauthenticating] = [false, false];
  }

  let isPinging = false;

  /**
   * Typing, pointing and touching are activity, sent to the server once a minute. The application's own requests are
   * not, because they may be automatic.
   */
  async function ping() {
    if (isCovered) return;
    if (limit > 0 && idle() >= limit) return void check();
    if (limit === 0 || isPinging || idle() < Math.min(RECHECK_MS, limit / 4)) return;
    isPinging = true;
    const { status } = await get('/api/auth/gate?activity=any');
    isPinging = false;
    if (status === 204) {
      note();
      channel.postMessage({ lastActivity: Date.now() });
    } else if (status === 401) void check();
  }

  // Requests and connections

  let severing = new AbortController();
  let isSevered = false;

  function sever() {
    severing.abort(new DOMException(texts.guard.locked, 'AbortError'));
    severing = new AbortController();
    if (!isSevered) dispatchEvent(new CustomEvent('latchkey-lock'));
    isSevered = true;
  }

  function onSevered(listener) {
    const { signal } = severing;
    signal.addEventListener('abort', listener, { once: true });
    return () => signal.removeEventListener('abort', listener);
  }

  // Reasons of the gate that do not disappear by themselves.
  const rejections = ['locked', 'unauthenticated', 'passcode-required'];

  /** Updates the page from a response to the application's script. */
  function handleResponse(address, status, reason) {
    const url = new URL(address || '/', location.href);
    if (url.origin !== location.origin) return;
    const isEnd = ['/api/auth/lock', '/api/auth/logout'].includes(url.pathname) && status === 204;
    const isRejected = status === 401 && rejections.includes(reason) && (isReauthenticating || !box.hasChildNodes());
    if (status === 401 && reason === 'passcode-too-old') void reauthenticate();
    else if (isEnd || isRejected) void check();
  }

  globalThis.fetch = async (resource, options) => {
    const given = options?.signal ?? (resource instanceof Request ? resource.signal : null);
    const signal = given ? AbortSignal.any([given, severing.signal]) : severing.signal;
    const response = await originalFetch(resource, { ...options, signal });
    handleResponse(response.url, response.status, response.headers.get('X-Latchkey-Reason'));
    return response;
  };

  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...parts) {
    const forget = onSevered(() => this.abort());
    this.addEventListener('loadend', () => {
      forget();
      handleResponse(this.responseURL, this.status, this.getResponseHeader('X-Latchkey-Reason'));
    }, { once: true });
    return send.apply(this, parts);
  };

  for (const name of ['WebSocket', 'EventSource']) {
    const Original = globalThis[name];
    globalThis[name] = { [name]: class extends Original {
      constructor(...parts) {
        super(...parts);
        this.addEventListener('close', onSevered(() => this.close()));
      }
    } }[name];
  }

  /** Calls the original, and moves the cover above its result. The cover stays open, and its frame is not reloaded. */
  function coverAgain(kind, name) {
    const original = kind.prototype[name];
    if (!original) return;
    kind.prototype[name] = function (...parts) {
      const result = original.apply(this, parts);
      if (isCovered) {
        box.close();
        showModal.call(box);
      }
      return result;
    };
  }

  coverAgain(HTMLDialogElement, 'showModal');
  coverAgain(HTMLElement, 'showPopover');
  coverAgain(HTMLElement, 'togglePopover');

  // The page

  channel.addEventListener('message', ({ data }) => {
    if (data.lock || isCovered) void check({ isOwn: false });
    else if (data.lastActivity) note(Math.min(idle(), Math.max(0, Date.now() - data.lastActivity)));
  });
  addEventListener('message', ({ source, origin }) => {
    const frame = box.querySelector('iframe');
    if (frame && source === frame.contentWindow && origin === location.origin) onLockDone();
  });
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
    addEventListener(type, ping, { passive: true, capture: true });
  }
  for (const type of ['keydown', 'keypress', 'keyup']) {
    // The application's keys have no effect under the cover.
    addEventListener(type, (event) => {
      if (isCovered && !event.composedPath().includes(host)) event.stopImmediatePropagation();
    }, true);
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') due();
  });
  addEventListener('online', due);
  // A page restored from the browser's cache must not be shown before the server responds.
  addEventListener('pagehide', cover);
  addEventListener('pageshow', (event) => {
    if (event.persisted) void check();
  });
  void check();
})();
