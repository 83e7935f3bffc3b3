/** One deal as a sentence. */
import { listed } from '../../../lib/prose.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Telling } from './telling.ts';
import { possessive, type Row, textOf } from './voice.ts';

const EXIT_VERBS: Readonly<Record<string, string>> = {
  acquired: 'was acquired',
  merged: 'merged',
  closed: 'closed',
  public: 'went public',
};

export function deal(telling: Telling, row: Row): string {
  const { answer } = telling;
  const value = (name: string) => row.fields[name] ?? (answer.metric === name ? row.value : null);
  const text = (name: string) => textOf(value(name));
  const names = (name: string) =>
    [row.fields[name] ?? []]
      .flat()
      .map((one) => (typeof one === 'object' ? one.name : String(one)));
  const on = text('announcedOn') === '' ? '' : ` (${text('announcedOn')})`;
  const sum = value('amount');
  const field = fieldOf(answer.subject, 'amount');
  const amount = typeof sum === 'number' ? `, ${telling.brief(field, sum)}` : '';
  const disputed =
    row.disputedSince === undefined ? '' : ` This is disputed since ${row.disputedSince}.`;
  return `${said()}${disputed}`;

  function said(): string {
    if (answer.subject === 'acquisition') return acquisition();
    if (answer.subject === 'round') return round();
    if (answer.subject === 'backing') return backing();
    if (answer.subject === 'exit') return exit();
    return `${row.name} was valued at ${amount.replace(/^, /, '') || 'an unknown sum'}${on}.`;
  }

  function acquisition(): string {
    const acquirer = text('acquirer');
    if (acquirer === '') return `${row.name}${on}${amount}.`;
    if (text('state') === 'called-off')
      return `${possessive(acquirer)} acquisition of ${text('acquired')}${on}${amount} was called off.`;
    const closed = text('closedOn');
    const price = amount === '' ? ['the price'] : [];
    const missing = text('state') === 'announced' ? [...price, 'closing'] : price;
    const verb = missing.length === 1 ? 'is' : 'are';
    const notSaid = missing.length === 0 ? '' : `; ${listed(missing)} ${verb} not documented`;
    return `${acquirer} acquired ${text('acquired')}${on}${amount}${closed === '' ? '' : `; closed on ${closed}`}${notSaid}.`;
  }

  function round(): string {
    const leads = names('lead');
    const others = names('investors').filter((name) => !leads.includes(name));
    const led = leads.length === 0 ? '' : `, led by ${listed(leads)}`;
    const from =
      others.length === 0 ? '' : `, ${leads.length === 0 ? 'from' : 'with'} ${listed(others)}`;
    const unknown =
      'lead' in row.fields && leads.length === 0 ? '; its lead is not documented' : '';
    return `${row.name}${on}${amount}${led}${from}${unknown}.`;
  }

  function backing(): string {
    const [role, named, fund] = [text('role'), text('round'), text('fund')];
    const verb = role === 'lead' ? 'led' : role === 'listed' ? 'lists' : 'took part in';
    const what = named === '' ? text('company') : `the ${named} of ${text('company')}`;
    return fund === '' ? `${row.name}${on}.` : `${fund} ${verb} ${what}${on}.`;
  }

  function exit(): string {
    const [by, kind] = [text('by'), text('exitKind')];
    const company = text('company') || row.name;
    const verb = EXIT_VERBS[kind];
    if (verb === undefined) return `${company}${by === '' ? '' : `: ${by}`}${on}${amount}.`;
    const who = by === '' ? '' : kind === 'merged' ? ` with ${by}` : ` by ${by}`;
    return `${company} ${verb}${who}${on}${amount}.`;
  }
}
