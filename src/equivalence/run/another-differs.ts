import type { Case } from '../cases/case.ts';
import type { Evidence, OtherDifference } from '../evidence/evidence.ts';
import type { HarnessPlan } from '../plan/comparison-plan.ts';
import type { DifferenceSeen, EquivalenceSubject, PartnerFunction } from '../plan/subject.ts';

/*
 * Objects, and what is kept between calls, are seen by sequences of calls of several functions. Where both sides
 * differ in a sequence without the function that is looked at, another one is wrong: nothing is said against the
 * one that is looked at, and it is compared without the other.
 */

/** Each costs a comparison. */
const MAX_OTHERS = 3;
/** Characters of what is said of another one in a sentence; `others_differ` has all of it. */
const MAX_SAID = 300;

/** What a comparison came to that met a difference of other functions. */
export interface AnotherDiffers {
  readonly kind: 'another differs';
  readonly difference: OtherDifference;
  /** All that sequences were made of. */
  readonly partners: readonly PartnerFunction[];
}

/** A difference in calls of others; undefined where the function that is looked at is among them. @param until the last one differs */
export function anotherDiffers(
  { partners }: EquivalenceSubject,
  { calls, subjectIndex }: HarnessPlan,
  { steps }: Case,
  { input, c, rust, test }: DifferenceSeen,
): AnotherDiffers | undefined {
  const indexes = steps.map(({ call }) => call).toReversed();
  const [blamed, ...before] = [...new Set(indexes)].flatMap((call) => calls[call] ?? []);
  if (indexes.includes(subjectIndex) || blamed === undefined) return undefined;
  const known = calls
    .filter((_, at) => at !== subjectIndex)
    .map((call) => ({ c: call.function.name, rust: call.rust.path }));
  return {
    kind: 'another differs',
    difference: {
      ...{ c_name: blamed.function.name, rust_symbol: blamed.rust.path },
      ...{ called_before: before.map((call) => call.rust.path), input, c, rust, test },
    },
    partners: partners ?? known,
  };
}

/**
 * Compares a function until no others differ, each time without one of those that do: the one whose result
 * differs, or, where nothing can be seen without it, one that was called before.
 */
export async function withoutThoseThatDiffer(
  subject: EquivalenceSubject,
  compare: (subject: EquivalenceSubject) => Promise<Evidence | AnotherDiffers>,
  depth = 0,
): Promise<Evidence> {
  const seen = await compare(subject);
  if (seen.kind !== 'another differs') return seen;
  const { difference } = seen;
  const because = depth < MAX_OTHERS ? 'no calls are left' : 'too many others differ as well';
  let last: Evidence = { kind: 'not checked', because };
  const { rust_symbol: blamed, called_before: before } = difference;
  for (const path of depth < MAX_OTHERS ? [blamed, ...before] : []) {
    const partners = seen.partners.filter(({ rust }) => rust !== path);
    if (partners.length === seen.partners.length) continue;
    const found = await withoutThoseThatDiffer({ ...subject, partners }, compare, depth + 1);
    if (found.kind !== 'not checked') return withOther(found, difference, path);
    if (path === blamed) last = found;
  }
  return withOther(last, difference, blamed);
}

/** @param left the path of the Rust without which it was compared */
function withOther(evidence: Evidence, other: OtherDifference, left: string): Evidence {
  if (evidence.kind === 'nothing to compare') return evidence;
  const others_differ = [other, ...(evidence.others_differ ?? [])];
  const { c_name: name } = other;
  const [input, c, rust] = [other.input, other.c, other.rust].map(cut);
  switch (evidence.kind) {
    case 'equal': {
      const limit = `Sequences of calls of ${left} are left out, since ${name} differs without this one: for ${input} the C gives ${c}, the Rust ${rust}.`;
      return { ...evidence, limits: [...evidence.limits, limit], others_differ };
    }
    case 'not checked': {
      const why = evidence.because.replace(/^another function differs: .*; and without it, /s, '');
      const because = `another function differs: ${name} on ${input}; and without it, ${why}`;
      // No plan of this one helps.
      return { kind: 'not checked', because, remedy: 'none', others_differ };
    }
    case 'different':
      return { ...evidence, others_differ };
  }
}

function cut(text: string): string {
  return text.length > MAX_SAID ? `${text.slice(0, MAX_SAID)}…` : text;
}
