/** Small faults that can be planted in a source file, one at a time: operators, bounds, removed lines. */
import { parseSync, Visitor } from 'oxc-parser';

export type Mutation = { start: number; end: number; replacement: string; kind: Kind };
export type Kind = 'operator' | 'bound' | 'removal';
type Span = { start: number; end: number };

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
};

export function findMutations(path: string, source: string): Mutation[] {
  const found: Mutation[] = [];
  const add = (kind: Kind, { start, end }: Span, replacement: string) =>
    found.push({ kind, start, end, replacement });
  const swapOperator = ({
    left,
    right,
    operator,
  }: {
    left: Span;
    right: Span;
    operator: string;
  }) => {
    const replacement = OPERATORS[operator];
    const start = source.indexOf(operator, left.end);
    if (replacement === undefined || start < 0 || start >= right.start) return;
    if (operator === '+' && isText(source, left, right)) return;
    add('operator', { start, end: start + operator.length }, replacement);
  };
  const remove = (statement: Span) => add('removal', statement, ';');
  new Visitor({
    BinaryExpression: swapOperator,
    LogicalExpression: swapOperator,
    UnaryExpression: (node) => {
      if (node.operator === '!') add('operator', { start: node.start, end: node.start + 1 }, '');
    },
    Literal: (node) => {
      if (typeof node.value === 'number') add('bound', node, String(node.value + 1));
    },
    ExpressionStatement: (node) => {
      if (!('directive' in node && node.directive)) remove(node);
    },
    ThrowStatement: remove,
    ReturnStatement: (node) => {
      if (node.argument === null) remove(node);
    },
    IfStatement: (node) => {
      if (node.alternate === null) remove(node);
    },
  }).visit(parseSync(path, source).program);
  return found;
}

/** Undefined if the fault would leave a file that cannot be parsed. */
export function plant(path: string, source: string, mutation: Mutation): string | undefined {
  const { start, end, replacement } = mutation;
  const broken = source.slice(0, start) + replacement + source.slice(end);
  return parseSync(path, broken).errors.length === 0 ? broken : undefined;
}

/** A sum of texts has no difference: such a fault shows by itself. */
function isText(source: string, ...operands: readonly Span[]): boolean {
  return operands.some(({ start }) => `'"\``.includes(source[start] ?? ''));
}

export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}
