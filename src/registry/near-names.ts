/**
 * Finds organizations whose names differ in nothing but a legal form or a word such as "Ventures":
 * often one that was entered twice. Two that are really different name each other in `distinctFrom`.
 */
import { foldKey } from './fold.ts';
import type { FiledCompany, FiledOrganization, FiledOrganizations } from './read-organizations.ts';
import type { Fault } from './yaml-file.ts';

/** Words at the end of a name that many leave out. */
const COMMON_ENDINGS: ReadonlySet<string> = new Set(
  `ag ai bv capital co com company corp corporation fund funds global gmbh group growth holding
   holdings inc incorporated investments io labs limited llc llp lp ltd management oy partners plc
   pte sas technologies us vc venture ventures`.split(/\s+/),
);

type Filed = FiledCompany | FiledOrganization;

/** @param kindOf of an organization: a fund is not taken for the company that it is named after */
export function nearNameFaults(
  { companies, others }: FiledOrganizations,
  kindOf: (slug: string) => string,
): Fault[] {
  const first = new Map<string, Filed>();
  return [...companies, ...others].flatMap((filed) => {
    const kind = 'sector' in filed.value ? 'company' : kindOf(filed.slug);
    const keys = new Set(nearKeys(filed.value).map((key) => `${kind} ${key}`));
    const others = new Set<Filed>();
    for (const key of keys) {
      const other = first.get(key);
      if (other && other !== filed && !areDistinct(filed, other)) others.add(other);
      if (!other) first.set(key, filed);
    }
    return [...others].map((other) =>
      filed.faultAt(
        ['name'],
        `is nearly the name of ${other.slug} (${other.value.name}); if they are one, run bellwether registry merge ${other.slug} ${filed.slug}, otherwise list ${other.slug} under distinctFrom`,
      ),
    );
  });
}

/** They say so, or a name that both have is told of as a fault of its own. */
function areDistinct(one: Filed, other: Filed): boolean {
  return (
    !namesOf(one).isDisjointFrom(namesOf(other)) ||
    one.value.distinctFrom.includes(other.slug) ||
    other.value.distinctFrom.includes(one.slug)
  );
}

function namesOf({ value: { name, aliases } }: Filed): Set<string> {
  return new Set([name, ...aliases].map(foldKey));
}

/** `Cursor (Anysphere)` is near to both. */
function nearKeys({ name, aliases }: { name: string; aliases: readonly string[] }) {
  return [name, ...aliases]
    .flatMap((text) => {
      const inner = /^(.+?)\s*\((.+)\)$/.exec(text);
      return inner ? [inner[1] ?? '', inner[2] ?? ''] : [text];
    })
    .map(withoutEnding)
    .filter((key) => key !== '');
}

function withoutEnding(name: string): string {
  const words = name.split(/[\s,.]+/).filter((word) => word !== '');
  while (words.length > 1 && COMMON_ENDINGS.has(foldKey(words.at(-1) ?? ''))) words.pop();
  return foldKey(words.join(' '));
}
