/** Sends requests to a server by wrk, one thread, and measures how they are answered. */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemCode } from '../src/lib/errors.ts';

export const CONNECTIONS = 32;

export type Load = {
  origin: string;
  /** Asked for in turn. */
  paths: readonly string[];
  encoding: string;
  seconds: number;
  /**
   * Each request names another client address, as a proxy in front of many clients would: limits are
   * for each address, and the service is to be measured, not its refusals.
   */
  fromMany?: true;
};

export type Measured = {
  /** Requests a second. */
  rate: number;
  /** 99 of 100 answers came within this many milliseconds. */
  p99: number;
  requests: number;
};

/** Sent by POST to one address. */
export type Post = { headers: Readonly<Record<string, string>>; body: string };

/** Client addresses that a load from many comes from. */
const ADDRESSES = 16_384;

export async function load({
  origin,
  paths,
  encoding,
  seconds,
  fromMany,
}: Load): Promise<Measured> {
  const options = wrkOptions(seconds);
  const [path = '/'] = paths;
  if (fromMany === undefined && paths.length === 1)
    return parseResult(
      await wrk([...options, '-H', `accept-encoding: ${encoding}`, origin + path]),
    );
  const list = paths.map((each) => `[==[${each}]==]`).join(',');
  // Made once: the load must not wait for its own text.
  return runScript(
    [...options, origin],
    `local paths = {${list}}
     local made = {}
     local count = 0
     init = function()
       for i = 1, ${ADDRESSES} do
         local address = string.format("10.0.%d.%d", math.floor(i / 256) % 256, i % 256)
         local headers = { ["accept-encoding"] = "${encoding}", ["x-forwarded-for"] = address }
         made[i] = wrk.format("GET", paths[i % #paths + 1], headers)
       end
     end
     request = function()
       count = count % ${ADDRESSES} + 1
       return made[count]
     end`,
  );
}

/** @param posts sent in turn; once all were sent, from the first one on */
export async function loadPosts(
  url: string,
  posts: readonly Post[],
  seconds: number,
): Promise<Measured> {
  const list = posts.map(({ headers, body }) => {
    const named = Object.entries(headers).map(([name, value]) => `["${name}"] = [==[${value}]==]`);
    return `{ { ${named.join(', ')} }, [==[${body}]==] }`;
  });
  // A function may hold no more than 65 536 constants, so the list is data that is loaded by parts.
  const parts = Array.from({ length: Math.ceil(list.length / POSTS_OF_A_PART) }, (_, index) => {
    const part = list.slice(index * POSTS_OF_A_PART, (index + 1) * POSTS_OF_A_PART);
    return `(function() for _, post in ipairs({${part.join(',')}}) do posts[#posts + 1] = post end end)()`;
  });
  return runScript(
    [...wrkOptions(seconds), url],
    `posts = {}
     ${parts.join(';\n')}
     local made = {}
     local count = 0
     init = function()
       for i, post in ipairs(posts) do made[i] = wrk.format("POST", nil, post[1], post[2]) end
     end
     request = function()
       count = count % #made + 1
       return made[count]
     end`,
  );
}

const POSTS_OF_A_PART = 1_000;

function wrkOptions(seconds: number): string[] {
  return ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency'];
}

/** Runs wrk with a script of its own. */
async function runScript(options: readonly string[], program: string): Promise<Measured> {
  const script = join(tmpdir(), `bellwether-load-${process.pid}.lua`);
  await writeFile(script, program);
  try {
    return parseResult(await wrk(['-s', script, ...options]));
  } finally {
    await rm(script, { force: true });
  }
}

async function wrk(options: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('wrk', options).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw new Error('wrk is not installed: apt-get install wrk, or brew install wrk');
  });
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+)/.exec(stdout);
  if (!/Non-2xx/.test(stdout) && (errors?.slice(1) ?? []).every((count) => count === '0'))
    return stdout;
  throw new Error(`requests failed:\n${stdout}`);
}

function parseResult(stdout: string): Measured {
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
  };
}

const UNITS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };

function milliseconds(match: RegExpExecArray | null): number {
  return Number(match?.[1]) * (UNITS[match?.[2] ?? ''] ?? Number.NaN);
}
