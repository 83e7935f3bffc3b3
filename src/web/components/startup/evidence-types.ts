/** The evidence of each kind of signal with the items that it rests on, the strongest first. */
import { evidenceSentence, plainText } from '../../../features/this-week/evidence-words.ts';
import { type Html, html } from '../../../lib/html.ts';
import {
  SIGNAL_TYPES,
  type SignalType,
  type TypeEvidence,
} from '../../../pipeline/edition/record.ts';
import { SIGNAL_TITLES } from '../../../published/signal-words.ts';
import { decimal } from '../format.ts';
import { EVIDENCE_RULES } from '../terms.ts';
import { typeItems } from '../type-items.ts';

/** The bar's end: as many times the threshold. */
const BAR_END = 2;

/** Classes of the stylesheet's four colours. */
const MARKS: Readonly<Record<SignalType, string>> = {
  'Engineering hiring burst': 'hiring',
  'Infrastructure buildout': 'infrastructure',
  'Deploy frequency spike': 'deploy',
  'Framework migration': 'migration',
};

export function evidenceTypes(evidence: TypeEvidence): Html {
  const strongest = [...SIGNAL_TYPES].sort(
    (a, b) => (evidence[b].value ?? -1) - (evidence[a].value ?? -1),
  );
  return html`<div class="types">
${strongest.map((type) => typeOf(type, evidence))}</div>`;
}

function typeOf(type: SignalType, evidence: TypeEvidence): Html {
  const { value, summary } = evidence[type];
  const width = Math.round((100 * Math.min(BAR_END, value ?? 0)) / BAR_END);
  return html`<article class="type ${MARKS[type]}">
<h3>${SIGNAL_TITLES[type]} <small>${type}</small></h3>
<p class="reached">${reached(value)}</p>
<svg class="gauge" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><path class="whole" d="M0 0h100v4H0z"/><path d="M0 0h${width}v4H0z"/><path class="mark" d="M${100 / BAR_END} 0v4"/></svg>
<p>${plainText(evidenceSentence(type, evidence) ?? [summary])}</p>
${value === null || value === 0 ? null : typeItems(type, evidence)}
<details><summary>How it is computed</summary>
<p>${EVIDENCE_RULES[type]}</p></details>
</article>
`;
}

/** Two decimals, which never show a threshold as reached that was not. */
function reached(value: number | null): Html {
  if (value === null) return html`not known`;
  const shown = decimal(value < 1 ? Math.min(value, 0.99) : value);
  return value >= 1
    ? html`<strong>${shown}</strong> of its threshold: reached`
    : html`${shown} of its threshold`;
}
