/** Long lists: what is found is shown while somebody types. The form behind it works alone. */

const DELAY_MS = 180;
const PART = 'list';
const form = document.querySelector<HTMLFormElement>('form.filter');
const box = form?.querySelector<HTMLInputElement>('input[type="search"]');
let waiting: ReturnType<typeof setTimeout> | undefined;
let asked = 0;

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  clearTimeout(waiting);
  void show();
});
box?.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => void show(), DELAY_MS);
});

async function show(): Promise<void> {
  const before = document.getElementById(PART);
  if (!form || !box || !before) return;
  // Whatever was picked meanwhile stands in the address.
  const address = new URL(location.href);
  address.searchParams.delete('page');
  if (box.value === '') address.searchParams.delete(box.name);
  else address.searchParams.set(box.name, box.value);
  asked += 1;
  const mine = asked;
  const response = await fetch(address).catch(() => undefined);
  // Somebody may have typed on meanwhile; a refusal leaves what is there, and the button says why.
  if (!response?.ok || mine !== asked) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const part = page.getElementById(PART);
  if (!part) return;
  before.replaceWith(document.adoptNode(part));
  history.replaceState(null, '', address);
}
