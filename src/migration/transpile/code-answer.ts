import * as z from 'zod';
import { type Parsed, parseTagged } from '../../model/answers/parse-tagged.ts';
import type { UnparsedAnswer } from '../../model/model.ts';

/** Rust that a model wrote for one file of the crate. */
interface CodeBlock {
  /** `code` are items of the file, `tests` items of its module of tests. */
  readonly kind: 'code' | 'tests';
  /** As the model wrote it: whether it may be written to is checked later. */
  readonly file: string;
  readonly text: string;
}

/** What a model says in place of code: the Rust is right as it is, or what is asked for cannot be done. */
export interface Objection {
  readonly kind: 'right' | 'impossible';
  readonly because: string;
}

/** What a model wants done to the crate. */
export interface CodeAnswer {
  /** Then it has no blocks. */
  readonly objection?: Objection;
  readonly blocks: readonly CodeBlock[];
  /** Names of items of its own that are to go. */
  readonly removals: readonly { readonly file: string; readonly names: readonly string[] }[];
  /** Crates that it wants to use, by name. */
  readonly dependencies: readonly string[];
}

const BLOCK = /<(CODE|TESTS|REMOVE) file="([^"\n]*)">\r?\n?([\s\S]*?)<\/\1>/g;
const OBJECTION = /<(RIGHT|CANNOT)>([\s\S]*?)<\/\1>/;
const TAG = /<\/?(?:CODE|TESTS|REMOVE)\b[^>\n]*>/;

/**
 * Reads an answer that holds code in tags: `<CODE file="src/a.rs">…</CODE>`, `<TESTS file="…">`,
 * `<REMOVE file="…">names</REMOVE>` and `<DEPENDENCIES>["memchr"]</DEPENDENCIES>`. Code stands there
 * as it is, since models break code that they have to quote. Text around the blocks counts for
 * nothing. `<RIGHT>` or `<CANNOT>` with a reason stands in place of code. An answer that was cut off is refused: half a file would take the place of a whole one.
 */
export function parseCodeAnswer({ content, finish }: UnparsedAnswer): Parsed<CodeAnswer> {
  const refused = (problem: string) => ({ ok: false, problem }) as const;
  if (finish === 'length') return refused('the answer was cut off at its longest length');
  const blocks: CodeBlock[] = [];
  const removals: { file: string; names: string[] }[] = [];
  for (const [, tag, file = '', text = ''] of content.matchAll(BLOCK)) {
    if (tag === 'REMOVE') {
      // Names, or imports as they are written.
      removals.push({ file, names: text.match(/(?:pub\s+)?use\s[^;]+;|[^\s,;]+/g) ?? [] });
    } else {
      blocks.push({ kind: tag === 'CODE' ? 'code' : 'tests', file, text: withoutFence(text) });
    }
  }
  const left = TAG.exec(content.replaceAll(BLOCK, ''))?.[0];
  if (left !== undefined) return refused(`the block at ${left} is not closed, or has no file`);
  const [, objects, because = ''] = OBJECTION.exec(content.replaceAll(BLOCK, '')) ?? [];
  if (objects !== undefined) {
    if (blocks.length > 0) return refused(`give either code or <${objects}>, not both`);
    if (because.trim() === '') return refused(`<${objects}> needs a reason`);
    const kind = objects === 'RIGHT' ? ('right' as const) : ('impossible' as const);
    const objection = { kind, because: because.trim().slice(0, 3000) };
    return { ok: true, value: { objection, blocks, removals: [], dependencies: [] } };
  }
  const isEmpty = blocks.length === 0 && removals.every(({ names }) => names.length === 0);
  if (isEmpty) return refused('there is no <CODE file="…"> block');
  if (!content.includes('<DEPENDENCIES>')) {
    return { ok: true, value: { blocks, removals, dependencies: [] } };
  }
  const dependencies = parseTagged(content, 'DEPENDENCIES', z.array(z.string()));
  if (!dependencies.ok) return dependencies;
  return { ok: true, value: { blocks, removals, dependencies: dependencies.value } };
}

/** The code of an answer as it was written. */
export function answerText({ blocks, removals }: CodeAnswer): string {
  return [
    ...blocks.map(({ kind, file, text }) => {
      const tag = kind === 'code' ? 'CODE' : 'TESTS';
      return `<${tag} file="${file}">\n${text.trim()}\n</${tag}>`;
    }),
    ...removals.map(({ file, names }) => `<REMOVE file="${file}">${names.join(', ')}</REMOVE>`),
  ].join('\n');
}

function withoutFence(text: string): string {
  return text.replace(/^\s*```\w*\n/, '').replace(/\n\s*```\s*$/, '\n');
}
