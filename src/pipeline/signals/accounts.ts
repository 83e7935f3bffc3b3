/**
 * Which accounts are maintenance automations and which are coding agents. The lists are data
 * (`registry/automations.yaml`, `registry/agents.yaml`); this is the one place that applies them.
 */

/** Names and addresses as the registry lists them. */
type ListedAccounts = {
  automations: {
    names: readonly string[];
    addresses: readonly string[];
    perhaps?: Record<'anywhere' | 'whole' | 'atAnEnd', readonly string[]>;
  };
  agents: readonly {
    name: string;
    accounts: readonly string[];
    addresses: readonly string[];
    trailers: readonly string[];
    reviews?: boolean | undefined;
  }[];
};

/** The same, folded for look-up. */
export type AccountRules = ReturnType<typeof accountRules>;

export function accountRules({ automations, agents }: ListedAccounts) {
  const byText = (
    texts: (agent: ListedAccounts['agents'][number]) => readonly string[],
    fold: (text: string) => string,
    among = agents,
  ) => new Map(among.flatMap((agent) => texts(agent).map((text) => [fold(text), agent.name])));
  const inTrailers = ({ accounts, trailers }: ListedAccounts['agents'][number]) => [
    ...accounts,
    ...trailers,
  ];
  const authors = agents.filter(({ reviews }) => !reviews);
  const reviewers = agents.filter(({ reviews }) => reviews);
  return {
    automationNames: new Set(automations.names.map(foldName)),
    automationAddresses: new Set(automations.addresses.map(foldAddress)),
    /**
     * Regular expression of what an automation's or an agent's name or address may hold. It catches people
     * too: it only decides which names are kept for the filter.
     */
    perhapsAutomation: perhapsAutomation(automations.perhaps),
    /** An agent's name by the names of its own accounts. */
    agentAccounts: byText(({ accounts }) => accounts, foldName),
    agentAddresses: byText(({ addresses }) => addresses, foldAddress),
    /** An agent's name by its names in trailers, which include its accounts but no reviewers. */
    agentTrailers: byText(inTrailers, foldName, authors),
    /** Names of agents that review, in trailers: neither authors nor people. */
    reviewers: new Set(byText(inTrailers, foldName, reviewers).keys()),
  };
}

function perhapsAutomation(words: ListedAccounts['automations']['perhaps']): string {
  if (!words) return '(?!)';
  const [anywhere, whole, atAnEnd] = [words.anywhere, words.whole, words.atAnEnd].map((list) =>
    list.map((word) => word.replace(/[^\w ]/g, '\\$&').replaceAll(' ', '.?')).join('|'),
  );
  const [before, after] = ['(?:^|[^a-z])', '(?:[^a-z]|$)'];
  return `${anywhere}|${before}(?:${whole})${after}|${before}(?:${atAnEnd})|(?:${atAnEnd})${after}`;
}

/** Names are compared whole, without regard to case or surrounding space. */
export function foldName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

const NOREPLY = /^(?:\d+\+)?([^@+]+@users\.noreply\.github\.com)$/;

/**
 * An address in the one form in which it is compared and hashed. GitHub writes a private address
 * with and without the account's number; both are one.
 */
export function foldAddress(address: string): string {
  const folded = address.trim().toLowerCase();
  return NOREPLY.exec(folded)?.[1] ?? folded;
}

/** `login` of an application's address `<number>+login[bot]@users.noreply.github.com`, else empty. */
function applicationLogin(foldedAddress: string): string {
  return /^([^@]+\[bot\])@users\.noreply\.github\.com$/.exec(foldedAddress)?.[1] ?? '';
}

/** A name and a folded address, as a commit gives them. */
type Account = { name: string; address: string };

/**
 * The agent that the account belongs to, by the name it signs with; empty if none.
 *
 * @param names the agents' names that count here: of their accounts, or also of their trailers
 */
export function agentOf(
  { name, address }: Account,
  names: ReadonlyMap<string, string>,
  { agentAddresses }: AccountRules,
): string {
  const listed =
    names.get(foldName(name)) ??
    agentAddresses.get(address) ??
    names.get(foldName(applicationLogin(address)));
  return listed === undefined ? '' : name || listed;
}

/** Whether the name of a commit's author is an automation's: a listed one, or an application's. */
export function isAutomationName(foldedName: string, rules: AccountRules): boolean {
  if (rules.automationNames.has(foldedName)) return true;
  return foldedName.endsWith('[bot]') && !rules.agentAccounts.has(foldedName);
}

/** Whether an account is an automation's; agents must be excluded before. */
export function isAutomation({ name, address }: Account, rules: AccountRules): boolean {
  return (
    /\[bot\](?:@|$)/i.test(name) ||
    /\[bot\](?:@|$)/.test(address) ||
    rules.reviewers.has(foldName(name)) ||
    rules.automationNames.has(foldName(name)) ||
    rules.automationAddresses.has(address)
  );
}

/**
 * The name by which the filter recognises an automation; empty for people. Where only the address
 * shows it, this is the application's login, or the author's name with the mark of an application.
 */
export function automationName({ name, address }: Account, rules: AccountRules): string {
  if (rules.automationNames.has(foldName(name))) return name;
  const login = applicationLogin(address);
  if (login !== '') return login;
  if (rules.automationAddresses.has(address) || address.endsWith('[bot]'))
    return `${name} [bot]`.trim();
  const [localPart = ''] = address.split('@', 1);
  const perhaps = new RegExp(rules.perhapsAutomation, 'i');
  return perhaps.test(name) || perhaps.test(localPart) ? name : '';
}
