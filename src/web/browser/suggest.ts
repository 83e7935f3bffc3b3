/**
 * Suggestions while somebody types: a combobox with a list, as the ARIA Authoring Practices describe it
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/, list autocomplete with manual selection). The
 * search box opens what is chosen; a field with `data-suggest="startup"` is filled in with its name.
 */

type Suggestion = { name: string; kind: string; url: string };

const DELAY_MS = 120;

class Combobox {
  readonly #input: HTMLInputElement;
  readonly #list = document.createElement('ul');
  readonly #said = document.createElement('span');
  readonly #kind: string | undefined;
  readonly #known = new Map<string, Suggestion[]>();
  #shown: Suggestion[] = [];
  #active = -1;
  #timer = 0;
  #request: AbortController | undefined;

  constructor(input: HTMLInputElement, id: string) {
    this.#input = input;
    this.#kind = input.dataset['suggest'];
    this.#list.id = id;
    this.#list.className = 'suggestions';
    this.#list.hidden = true;
    this.#list.setAttribute('role', 'listbox');
    this.#list.setAttribute('aria-label', 'Suggestions');
    this.#said.className = 'unseen';
    this.#said.setAttribute('role', 'status');
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-expanded', 'false');
    input.setAttribute('aria-controls', id);
    input.after(this.#list, this.#said);
    input.addEventListener('input', () => this.#later());
    input.addEventListener('keydown', (event) => this.#key(event));
    input.addEventListener('blur', () => this.#close());
    // The field keeps the focus, or the list would be gone before the click.
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.#list.addEventListener('click', (event) => {
      const option = event.target instanceof Element ? event.target.closest('li') : null;
      if (option) this.#choose(Number(option.dataset['index']));
    });
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#timer = setTimeout(() => void this.#ask(), DELAY_MS);
  }

  async #ask(): Promise<void> {
    const text = this.#input.value.trim();
    if (text === '' || text.length > 100) return this.#close();
    const request = new AbortController();
    this.#request = request;
    try {
      const known = this.#known.get(text) ?? (await this.#fetched(text, request.signal));
      this.#known.set(text, known);
      if (!request.signal.aborted && document.activeElement === this.#input) this.#show(known);
    } catch {
      // Whoever types can still press Enter.
      if (!request.signal.aborted) this.#close();
    }
  }

  async #fetched(text: string, signal: AbortSignal): Promise<Suggestion[]> {
    const query = new URLSearchParams({ q: text });
    if (this.#kind) query.set('kind', this.#kind);
    const response = await fetch(`/api/suggest?${query}`, { signal });
    if (!response.ok) return [];
    const body: { suggestions: Suggestion[] } = await response.json();
    return body.suggestions;
  }

  #show(suggestions: Suggestion[]): void {
    this.#shown = suggestions;
    this.#list.replaceChildren(...suggestions.map((one, index) => this.#option(one, index)));
    const isOpen = suggestions.length > 0;
    this.#list.hidden = !isOpen;
    this.#input.setAttribute('aria-expanded', String(isOpen));
    this.#mark(-1);
    const count = suggestions.length;
    this.#said.textContent = `${count === 0 ? 'No' : count} ${count === 1 ? 'suggestion' : 'suggestions'}`;
  }

  #option({ name, kind }: Suggestion, index: number): HTMLLIElement {
    const option = document.createElement('li');
    option.id = `${this.#list.id}-${index}`;
    option.dataset['index'] = String(index);
    option.setAttribute('role', 'option');
    const title = document.createElement('bdi');
    title.textContent = name;
    option.append(title);
    if (!this.#kind) {
      const what = document.createElement('small');
      what.textContent = kind;
      option.append(' ', what);
    }
    return option;
  }

  #mark(index: number): void {
    this.#active = index;
    for (const [at, option] of [...this.#list.children].entries())
      option.setAttribute('aria-selected', String(at === index));
    const option = this.#list.children[index];
    if (option) {
      this.#input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    } else this.#input.removeAttribute('aria-activedescendant');
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const isOpen = !this.#list.hidden;
    const count = this.#shown.length;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return void this.#ask();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // One place more than there are options: none is marked there, and the text is as it was typed.
      this.#mark(((this.#active + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === 'Enter' && isOpen && this.#active >= 0) {
      event.preventDefault();
      this.#choose(this.#active);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      this.#close();
    }
  }

  #choose(index: number): void {
    const chosen = this.#shown[index];
    if (!chosen) return;
    this.#input.value = chosen.name;
    this.#close();
    if (this.#kind) return;
    // The page may be open under another name of the service than the one it is published under.
    const { pathname, search, hash } = new URL(chosen.url);
    location.assign(pathname + search + hash);
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#list.hidden = true;
    this.#input.setAttribute('aria-expanded', 'false');
    this.#mark(-1);
  }
}

const fields = document.querySelectorAll<HTMLInputElement>(
  'form.find input[name="q"], input[data-suggest]',
);
for (const [index, field] of fields.entries()) new Combobox(field, `suggestions-${index}`);
