/**
 * Suggests names while the reader types, in the browser's own list of a field. The search box opens
 * the picked page; a field with `data-suggest="startup"` is filled in with its name.
 */

type Suggestion = { name: string; kind: string; url: string };

const DELAY_MS = 120;
const FIELDS = 'form.find input[name="q"], input[data-suggest]';

for (const [index, field] of document.querySelectorAll<HTMLInputElement>(FIELDS).entries())
  suggest(field, `suggestions-${index}`);

function suggest(field: HTMLInputElement, id: string): void {
  const list = document.createElement('datalist');
  list.id = id;
  field.after(list);
  field.setAttribute('list', id);
  const kind = field.dataset['suggest'];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: Suggestion[] = [];
  field.addEventListener('input', (event) => {
    clearTimeout(timer);
    const chosen = shown.find(({ name }) => name === field.value);
    if (kind === undefined && chosen && isPick(event)) return open(chosen);
    timer = setTimeout(async () => {
      shown = await suggestions(field.value.trim(), kind).catch(() => []);
      list.replaceChildren(...shown.map(option));
    }, DELAY_MS);
  });
}

/** Browsers say of what is typed which keys did it, and of what is picked only that it is there. */
function isPick(event: Event): boolean {
  return !(event instanceof InputEvent) || event.inputType === 'insertReplacementText';
}

/** The page may be open under another name of the service than the one it is published under. */
function open({ url }: Suggestion): void {
  const { pathname, search, hash } = new URL(url);
  location.assign(pathname + search + hash);
}

function option({ name, kind }: Suggestion): HTMLOptionElement {
  const made = document.createElement('option');
  made.value = name;
  made.label = kind;
  return made;
}

async function suggestions(text: string, kind: string | undefined): Promise<Suggestion[]> {
  if (text === '' || text.length > 100) return [];
  const query = new URLSearchParams({ q: text, ...(kind && { kind }) });
  const response = await fetch(`/api/suggest?${query}`);
  if (!response.ok) return [];
  const body: { suggestions: Suggestion[] } = await response.json();
  return body.suggestions;
}
