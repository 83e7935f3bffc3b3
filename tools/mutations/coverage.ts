/** The lines of ours that a process and the processes started by it execute, as V8 counts them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Executed lines by the file's path below the root. */
export type Lines = Record<string, number[]>;

const Range = z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() });
const Coverage = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(z.object({ ranges: z.array(Range) })),
    }),
  ),
});
/** Test files themselves are not read. */
const SOURCES = /^(src|tools|test\/support)\/.*\.ts$/;

type Script = z.infer<typeof Coverage>['result'][number];

/** @param folder that was the processes' NODE_V8_COVERAGE */
export function readLines(folder: string, root: string): Lines {
  const lines = new Map<string, Set<number>>();
  for (const name of readdirSync(folder)) {
    const { result } = Coverage.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    for (const script of result) {
      if (!script.url.startsWith('file:')) continue;
      const path = relative(root, fileURLToPath(script.url));
      if (!SOURCES.test(path)) continue;
      const seen = lines.get(path) ?? new Set();
      for (const line of executedLines(readFileSync(join(root, path), 'utf8'), script))
        seen.add(line);
      lines.set(path, seen);
    }
  }
  return Object.fromEntries(
    [...lines].map(([path, seen]) => [path, [...seen].sort((a, b) => a - b)]),
  );
}

/** Types are stripped in place, so that offsets are those of the source. */
function executedLines(source: string, { functions }: Script): number[] {
  const counts = new Float64Array(source.length);
  // Inner ranges follow the outer ones that they correct.
  const ranges = functions.flatMap((entry) => entry.ranges);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges)
    counts.fill(count, startOffset, endOffset);
  let offset = 0;
  return source.split('\n').flatMap((text, index) => {
    const end = offset + text.length;
    let isExecuted = false;
    for (let at = offset + text.length - text.trimStart().length; at < end; at++)
      isExecuted ||= (counts[at] ?? 0) > 0;
    offset = end + 1;
    return isExecuted ? [index + 1] : [];
  });
}
