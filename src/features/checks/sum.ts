/** A number as the sum of its repositories' shares. */
import { count, counted } from '../../lib/prose.ts';
import { total } from './check-windows.ts';

/** Maximum number of repositories named in a sentence. */
const MAX_NAMED = 4;

/** `162 = 120 in langfuse/langfuse + 42 in langfuse/langfuse-python`: names only the largest ones. */
export function sumOf(parts: readonly (readonly [repository: string, value: number])[]): string {
  const value = count(total(parts.map(([, part]) => part)));
  const largest = parts.filter(([, part]) => part > 0).sort(([, a], [, b]) => b - a);
  const [first] = largest;
  if (!first) return value;
  if (largest.length === 1) return `${value}, all in ${first[0]}`;
  const named = largest.length === MAX_NAMED + 1 ? largest : largest.slice(0, MAX_NAMED);
  const others = largest.slice(named.length);
  const rest =
    others.length === 0
      ? ''
      : ` + ${count(total(others.map(([, part]) => part)))} in ${counted(others.length, 'other')}`;
  return `${value} = ${named.map(([name, part]) => `${count(part)} in ${name}`).join(' + ')}${rest}`;
}
