/**
 * The watch list of this browser: links that add a startup become switches, and the header leads to
 * the list. It is kept here alone; nothing is sent anywhere before the list is opened.
 */

const KEY = 'bellwether-watch';
const MAX_WATCHED = 200;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((slug): slug is string => typeof slug === 'string' && SLUG.test(slug));
  } catch {
    // Storage may be switched off, or hold what somebody else wrote.
    return [];
  }
}

/** Whether it could be kept. */
function write(slugs: readonly string[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set(slugs)].slice(0, MAX_WATCHED)));
    return true;
  } catch {
    return false;
  }
}

const addressOf = (slugs: readonly string[]) =>
  `/watch?s=${slugs.map(encodeURIComponent).join(',')}`;

/** Links that add one startup become buttons with a state. */
function switches(): void {
  const watched = new Set(read());
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-watch]')) {
    const slug = link.dataset['watch'] ?? '';
    const isOn = watched.has(slug);
    link.setAttribute('role', 'button');
    link.setAttribute('aria-pressed', String(isOn));
    const text = link.firstChild;
    if (text instanceof Text) text.data = isOn ? 'Watching' : 'Watch';
  }
}

function toggle(slug: string): void {
  const watched = read();
  const kept = watched.includes(slug) ? watched.filter((one) => one !== slug) : [...watched, slug];
  if (write(kept)) update();
  else location.assign(addressOf([slug]));
}

/** A link in the header, once there is something to lead to. */
function header(): void {
  const watched = read();
  const nav = document.querySelector('header.site nav');
  const known = document.querySelector<HTMLAnchorElement>('header.site a.watching');
  if (watched.length === 0) {
    known?.remove();
    return;
  }
  const link = known ?? document.createElement('a');
  link.className = 'watching';
  link.href = addressOf(watched);
  link.textContent = `Watching ${watched.length}`;
  if (!known) nav?.append(link);
}

/** On the page of the list: what the browser keeps, beside what the address shows. */
function ownList(): void {
  const place = document.querySelector<HTMLElement>('[data-watch-page]');
  if (!place) return;
  const shown = (place.dataset['watchPage'] ?? '').split(',').filter((slug) => slug !== '');
  const kept = read();
  const isSame = shown.length === kept.length && shown.every((slug) => kept.includes(slug));
  place.replaceChildren();
  if (isSame && shown.length > 0) {
    place.append('This list is kept in this browser.');
    return;
  }
  if (kept.length > 0) {
    const link = document.createElement('a');
    link.href = addressOf(kept);
    link.textContent = `Open the list of ${kept.length} that this browser keeps`;
    place.append(link, ' ');
  }
  if (shown.length === 0) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent =
    kept.length > 0 ? 'Keep this list instead' : 'Keep this list in this browser';
  button.addEventListener('click', () => {
    if (write(shown)) update();
    else place.textContent = 'This browser keeps nothing; the address of this page holds the list.';
  });
  place.append(button);
}

function update(): void {
  switches();
  header();
  ownList();
}

document.addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const { target } = event;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[data-watch]');
  if (!link) return;
  event.preventDefault();
  toggle(link.dataset['watch'] ?? '');
});
// A button is pressed by the space bar as well.
document.addEventListener('keydown', (event) => {
  const { target } = event;
  if (event.key !== ' ' || !(target instanceof HTMLAnchorElement)) return;
  const slug = target.dataset['watch'];
  if (slug === undefined) return;
  event.preventDefault();
  toggle(slug);
});
document.addEventListener('list-shown', update);
// Another tab may have changed it.
addEventListener('storage', update);
update();
