import type * as z from 'zod';
import { messageOf } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { parseJson5 } from '../../parse-json5.ts';

/** A value that satisfies its schema, or what to tell the model, on one line. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads the JSON5 in a tag, such as `<REPORT>[…]</REPORT>`, and checks it.
 *
 * The block reaches from the first opening tag to the last closing one. A string in the answer may
 * quote code, and the code may hold the tag: so a quoted tag never ends the block early or starts
 * a block of its own, and where that leaves something that is no JSON, the answer is refused.
 * An answer that is nothing but JSON counts as a block.
 */
export function parseTagged<T>(text: string, tag: string, schema: z.ZodType<T>): Parsed<T> {
  const block = blockOf(text, tag);
  if (typeof block !== 'string') return { ok: false, problem: block.problem };
  let value: unknown;
  try {
    value = parseJson5(withoutCodeFence(block));
  } catch (thrown) {
    const several = block.includes(`<${tag}>`) ? `; there is more than one <${tag}> block` : '';
    return {
      ok: false,
      problem: `what stands in <${tag}> is no JSON (${messageOf(thrown)})${several}`,
    };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return {
    ok: false,
    problem: `the JSON in <${tag}> has the wrong form: ${formatZodError(parsed.error)}`,
  };
}

function blockOf(text: string, tag: string): string | { readonly problem: string } {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const start = text.indexOf(open);
  const end = text.lastIndexOf(close);
  if (start >= 0 && end > start) return text.slice(start + open.length, end);
  if (start >= 0) return { problem: `there is no ${close} after ${open}` };
  return /^\s*(```\w*\s*)?[[{]/.test(text) ? text : { problem: `there is no ${open} block` };
}

function withoutCodeFence(text: string): string {
  return text.replace(/^\s*```\w*\n/, '').replace(/\n\s*```\s*$/, '');
}
