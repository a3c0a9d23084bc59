import type { SandboxResult } from '../../workspace/sandbox/sandbox.ts';
import { TOOL_NAMES } from '../evidence/unsafe-reached.ts';

/** How a process that a tool watches came to its end. */
export type CheckedEnd =
  /** By itself, or at the end of its time. */
  | { readonly kind: 'ended' }
  /** The tool ended it at the case behind the last result: it has undefined behaviour. */
  | { readonly kind: 'reported'; readonly what: string }
  /** The tool can say nothing of it. */
  | { readonly kind: 'failed'; readonly because: string };

/**
 * What AddressSanitizer says, in one line. A stack that is too small for the larger frames of such a build is no defect of the
 * Rust, nor is memory that there is too little of.
 */
export function addressSanitizerReport(text: string): string | undefined {
  const [, kind] = /ERROR: AddressSanitizer: ([\w-]+)/.exec(text) ?? [];
  if (kind === undefined || /^(?:stack-overflow|out-of-memory|allocation-|calloc-)/.test(kind)) {
    return undefined;
  }
  const [access] = /^(?:READ|WRITE) of size \d+/m.exec(text) ?? [];
  const how = access === undefined ? kind : `${kind}, ${access}`;
  return `${TOOL_NAMES['address sanitizer']}: ${how}${placeIn(text)}`;
}

/** How Miri ended a program, as its messages tell. */
export function miriEnd({ end, stderr }: Pick<SandboxResult, 'end' | 'stderr'>): CheckedEnd {
  if (end.kind !== 'exited' || end.status === 0) return { kind: 'ended' };
  const at = stderr.search(/^error: Undefined Behavior: /m);
  if (at >= 0) {
    const said = stderr.slice(at);
    const [, message = ''] = /^error: Undefined Behavior: (.*)/.exec(said) ?? [];
    return { kind: 'reported', what: `${TOOL_NAMES.miri}: ${message}${placeIn(said)}` };
  }
  const [, error] = /^error(?:\[\w+\])?: (.*)/m.exec(stderr) ?? [];
  const because = error ?? `it ended with status ${end.status}`;
  return { kind: 'failed', because: `Miri could not run it: ${because}` };
}

/** The first place in the crate that a report names. */
function placeIn(text: string): string {
  const [, file, line] = /\bcrate\/(src\/[^\s:]+\.rs):(\d+)/.exec(text) ?? [];
  return file === undefined ? '' : ` (${file}:${line})`;
}
