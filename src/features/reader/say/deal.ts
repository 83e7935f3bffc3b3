/** One deal as a sentence. */
import { listed, money } from '../../../lib/prose.ts';
import type { Row } from './asked.ts';
import { namesOf, possessive, textOf, type Voice } from './voice.ts';

const EXIT_VERBS: Readonly<Record<string, string>> = {
  acquired: 'was acquired',
  merged: 'merged',
  closed: 'closed',
  public: 'went public',
};

export function deal(voice: Voice, row: Row): string {
  const text = (name: string) =>
    textOf(row.fields[name] ?? (voice.answer.metric === name ? row.value : null));
  const date = text('announcedOn');
  const about = {
    row,
    text,
    names: (name: string) => namesOf(row.fields[name]),
    on: date === '' ? '' : ` (${date})`,
    amount: amountOf(voice, row),
  };
  const { subject } = voice.answer;
  if (subject === 'acquisition') return acquisition(voice, about);
  if (subject === 'round') return round(about);
  if (subject === 'backing') return backing(about);
  if (subject === 'exit') return exit(about);
  return `${row.name}${about.amount}${about.on}.`;
}

type About = {
  row: Row;
  text: (field: string) => string;
  names: (field: string) => string[];
  on: string;
  amount: string;
};

function amountOf(voice: Voice, row: Row): string {
  const value = row.fields['amount'] ?? (voice.answer.metric === 'amount' ? row.value : null);
  if (typeof value !== 'number') return '';
  const column = row.fields['amount'] === undefined ? 'value' : 'amount';
  return money({ amount: value, currency: voice.currencyOf(column) }, ', ');
}

function acquisition({ asked }: Voice, { row, text, on, amount }: About): string {
  const acquirer = text('acquirer');
  if (acquirer === '') return `${row.name}${on}${amount}.`;
  if (/called-off/.test(text('state')))
    return `${possessive(acquirer)} acquisition of ${text('acquired')}${on}${amount} was called off.`;
  const unknown = asked.asksAmount && amount === '' ? '; the price is not documented' : '';
  return `${acquirer} acquired ${text('acquired')}${on}${amount}${unknown}${closing(row, text)}.`;
}

function closing(row: Row, text: About['text']): string {
  if (!('closedOn' in row.fields)) return '';
  const date = text('closedOn');
  return date === '' ? '; when it closed is not documented' : `; closed on ${date}`;
}

function round({ row, names, on, amount }: About): string {
  const leads = names('lead');
  const others = names('investors').filter((name) => !leads.includes(name));
  const led = leads.length === 0 ? '; its lead is not documented' : `, led by ${listed(leads)}`;
  const with_ = others.length === 0 ? '' : `, with ${listed(others)}`;
  return `${row.name}${on}${amount}${'lead' in row.fields ? led : ''}${with_}.`;
}

function backing({ row, text, on }: About): string {
  const [role, named, fund] = [text('role'), text('round'), text('fund')];
  const verb = role === 'lead' ? 'led' : role === 'listed' ? 'lists' : 'took part in';
  const what = named === '' ? text('company') : `the ${named} of ${text('company')}`;
  if (fund !== '') return `${fund} ${verb} ${what}${on}.`;
  return `${row.name}${what === '' ? '' : ` (${verb} ${what})`}${on}.`;
}

function exit({ row, text, on, amount }: About): string {
  const [by, kind] = [text('by'), text('exitKind')];
  const company = text('company') || row.name;
  const verb = EXIT_VERBS[kind];
  if (verb === undefined) return `${company}${by === '' ? '' : `: ${by}`}${on}${amount}.`;
  const who = by === '' ? '' : kind === 'merged' ? ` with ${by}` : ` by ${by}`;
  return `${company} ${verb}${who}${on}${amount}.`;
}
