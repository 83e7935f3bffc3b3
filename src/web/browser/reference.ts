/** The API reference: calls operations in place, and remembers in which language examples are. */

const SHOWN_CHARACTERS = 20_000;
/** Longer answers are not read to their end. */
const READ_CHARACTERS = 1_000_000;
/** Headers that say something about the answer to whoever reads it. */
const HEADERS = [
  'content-type',
  'content-length',
  'etag',
  'last-modified',
  'cache-control',
  'link',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
];
const LANGUAGE_KEY = 'reference-language';

for (const form of document.querySelectorAll<HTMLFormElement>('form.try')) {
  for (const field of form.querySelectorAll<HTMLInputElement>('[disabled]')) field.disabled = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void call(form);
  });
}

rememberLanguage();

async function call(form: HTMLFormElement): Promise<void> {
  const status = form.querySelector<HTMLElement>('.status');
  if (!status) return;
  form.querySelector('.answer')?.remove();
  status.textContent = 'Asking …';
  const { address, headers } = requestOf(form);
  const started = performance.now();
  try {
    const response = await fetch(address, { headers });
    const body = await bodyOf(response);
    const milliseconds = Math.round(performance.now() - started);
    status.textContent = `${response.status} ${response.statusText} in ${milliseconds} ms`;
    form.append(answer(address, response, body));
  } catch {
    status.textContent = 'No answer: the service could not be reached.';
  }
}

/** The address that a form describes: path, then whatever is filled in. */
function requestOf(form: HTMLFormElement): { address: string; headers: Record<string, string> } {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let path = form.dataset['path'] ?? '';
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'input, select',
  )) {
    const value = field.value.trim();
    const name = field.name || (field.dataset['name'] ?? '');
    if ('key' in field.dataset) {
      if (value !== '') headers['authorization'] = `Bearer ${value}`;
    } else if (field.dataset['in'] === 'path')
      path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.set(name, value);
  }
  return { address: query.size === 0 ? path : `${path}?${query}`, headers };
}

type Shown = { kind: 'text'; text: string; isCut: boolean } | { kind: 'image' } | { kind: 'file' };

async function bodyOf(response: Response): Promise<Shown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('image/')) return { kind: 'image' };
  if (!/json|text|xml/.test(type)) return { kind: 'file' };
  const { text, isCut } = await beginningOf(response);
  return { kind: 'text', text: isCut ? text : pretty(text), isCut };
}

/** Whole data sets are large, so reading stops where enough is there to be shown. */
async function beginningOf(response: Response): Promise<{ text: string; isCut: boolean }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader && text.length <= READ_CHARACTERS) {
    const { done, value } = await reader.read();
    if (done) return { text, isCut: false };
    text += value;
  }
  await reader?.cancel();
  return { text, isCut: true };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function answer(address: string, { headers }: Response, body: Shown): HTMLElement {
  const part = document.createElement('div');
  part.className = 'answer';
  const link = document.createElement('a');
  link.href = address;
  link.textContent = address;
  const sent = document.createElement('pre');
  sent.textContent = HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  }).join('\n');
  part.append(link, sent, shown(address, body));
  return part;
}

function shown(address: string, body: Shown): HTMLElement {
  if (body.kind === 'image') {
    const image = document.createElement('img');
    image.src = address;
    image.alt = 'The image that this address answers with';
    return image;
  }
  const text = document.createElement('pre');
  text.className = 'body';
  text.tabIndex = 0;
  text.setAttribute('aria-label', 'Body of the answer');
  text.textContent = body.kind === 'file' ? NOT_TEXT : shortened(body);
  return text;
}

const NOT_TEXT = 'A binary file: open the address above to save it.';

function shortened({ text, isCut }: { text: string; isCut: boolean }): string {
  if (!isCut && text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS)}\n…\nThe answer is longer: open the address above for all of it.`;
}

/** Where the browser keeps nothing, the choice holds for the page. */
function rememberLanguage(): void {
  const choices = document.querySelectorAll<HTMLInputElement>('.languages input');
  try {
    const chosen = localStorage.getItem(LANGUAGE_KEY);
    for (const choice of choices) {
      if (choice.value === chosen) choice.checked = true;
      choice.addEventListener('change', () => localStorage.setItem(LANGUAGE_KEY, choice.value));
    }
  } catch {
    // Storage is forbidden.
  }
}
