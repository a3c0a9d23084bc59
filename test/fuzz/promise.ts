// What is promised of each run, whatever it was given.

/** How long a run may take. */
export const MAX_MILLISECONDS = 60_000;

/** How much memory a process may have had at once. */
export const MAX_BYTES = 2 * 1024 ** 3;

/** What a person must never be shown, with a name for it. */
const RAW: readonly (readonly [string, RegExp])[] = [
  ['a stack trace', /^\s+at .*(?::\d+:\d+\)?|<anonymous>\)?|\bnative\b.*)$/m],
  ['a place in the program', /\bnode:internal\b|file:\/\/\/|\/src\/[\w/.-]+\.ts:\d+/],
  ['a mistake of the program', /\b(?:Type|Reference|Range|Assertion)Error\b/],
  [
    'a mistake of the program',
    /Cannot (?:read|set) propert|is not a function|is not iterable|Maximum call stack|Invalid (?:string|array|typed array) length|Assertion failed|heap out of memory|RuntimeError|unreachable\b.*wasm/,
  ],
  ['a warning of Node.js', /\(node:\d+\)|Warning: /],
  ['a raw message of the system', /\bE[A-Z]{3,}: [a-z]/],
  ['a raw message of zod', /ZodError|Invalid (?:input|option|key|element)\b|"code": "/],
  [
    'a raw message of JSON',
    /(?<!is not )JSON5: |is not valid JSON|in JSON at position|Unexpected (?:token|end of JSON)|Unterminated string in JSON/,
  ],
];

/** What of a text breaks the promise, each on one line. */
export function rawMessages(text: string): string[] {
  return RAW.flatMap(([name, pattern]) => {
    const [found] = pattern.exec(text) ?? [];
    if (found === undefined) return [];
    const line = text.split('\n').find((one) => one.includes(found.trim())) ?? found;
    return [`${name}: ${line.trim().slice(0, 300)}`];
  });
}

/** What a run of the command line gave. */
export interface Said {
  /** Undefined where it did not end by itself. */
  readonly status: number | undefined;
  /** Why it did not: a signal, or that it was ended for its time. */
  readonly end: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
  /** The most memory that its process has had. */
  readonly peak: number;
}

/** What a run breaks of the promise, whatever it was given. */
export function brokenBy(said: Said, statuses: readonly number[]): string[] {
  const problems = rawMessages(said.stderr);
  if (said.end !== undefined) problems.push(said.end);
  else if (said.status === undefined || !statuses.includes(said.status)) {
    problems.push(`exit status ${said.status}`);
  }
  if (said.milliseconds > MAX_MILLISECONDS) problems.push(`${said.milliseconds} ms`);
  if (said.peak > MAX_BYTES) problems.push(`${Math.round(said.peak / 1e6)} MB of memory`);
  if (said.status === 2 && !isClearRefusal(said.stderr)) {
    problems.push(`a refusal that is not clear: ${JSON.stringify(said.stderr.slice(0, 300))}`);
  }
  return problems;
}

/** How many mistakes of a file are told, and a line that counts the others. */
const MAX_LINES = 31;

/** Whether a refusal is one line, or one for each mistake in a file: each with its place, none twice. */
function isClearRefusal(stderr: string): boolean {
  if (/^rustward: [^\n]+\n$/.test(stderr)) return true;
  const lines = stderr.split('\n').slice(0, -1);
  return (
    stderr.endsWith('\n') &&
    lines.length <= MAX_LINES &&
    lines.every((line) => /^rustward: \.[\w./-]+(?::\d+)?: \S/.test(line)) &&
    new Set(lines).size === lines.length
  );
}
