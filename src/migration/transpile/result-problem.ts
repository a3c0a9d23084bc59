import type { Meaning } from '../../equivalence/pairing/meaning.ts';
import type { CFunctionSource } from '../steps/step.ts';

/** What stands before the name of a function that returns a number, or nothing. */
const NUMBER =
  /^(?:(?:static|inline|extern|const|unsigned|signed|long|short|int|char|float|double|void|_Bool|bool|s?size_t|ptrdiff_t|u?int\d+_t)\s+)+$/;

/**
 * Why the result of a plan means nothing, as far as both signatures tell; what only their types tell is told when
 * both sides are compared.
 * @param rust the path of the Rust function
 * @param signature of it
 */
export function resultProblem(
  { name, signature: c }: CFunctionSource,
  rust: string,
  signature: string,
  result: Meaning | undefined,
): string | undefined {
  if (result === undefined) return undefined;
  const parts = [...partsOf(result)];
  const returned = c.slice(0, Math.max(0, c.search(new RegExp(`\\b${name}\\s*\\(`))));
  const offset = parts.find((part) => typeof part === 'object' && 'offset' in part);
  if (typeof offset === 'object' && 'offset' in offset && NUMBER.test(returned)) {
    // A pointer to a pointer is moved on.
    const isMoved = new RegExp(`\\*[\\s\\w]*\\*\\s*(?:const\\s+)?${offset.offset}\\b`).test(c);
    if (offset.from === undefined && !isMoved) {
      return `its result has { "offset": "${offset.offset}" }, the index of a pointer that the C returns, and \`${c}\` returns no pointer: say "return" for what it returns, or where the pointer is ({ "offset": "${offset.offset}", "from": "*end" })`;
    }
  }
  const owner = rust.split('::').at(-2) ?? '';
  const gives = /->\s*(?:(?:Result|Option|Box)\s*<\s*)*(\w+)/.exec(signature)?.[1] ?? '';
  const isRecord = gives === 'Self' || (/^[A-Z]/.test(owner) && gives === owner);
  if (isRecord && isAllocated(result)) {
    return `its result is { "allocated" }, which is for a Vec or slice of which only the size counts, and \`${signature}\` gives a record: leave the result out, or say what is in it with { "fields" }`;
  }
  return undefined;
}

/** Whether the value itself, in an `Ok` or `Some` or not, is memory of which only the size counts. */
function isAllocated(meaning: Meaning): boolean {
  if (typeof meaning === 'string') return false;
  if ('ok' in meaning) return isAllocated(meaning.ok);
  if ('some' in meaning) return isAllocated(meaning.some);
  return 'allocated' in meaning;
}

function* partsOf(meaning: Meaning): Generator<Meaning> {
  yield meaning;
  if (typeof meaning === 'string') return;
  if ('tuple' in meaning) for (const part of meaning.tuple) yield* partsOf(part);
  if ('fields' in meaning) for (const part of Object.values(meaning.fields)) yield* partsOf(part);
  if ('ok' in meaning) yield* partsOf(meaning.ok);
  if ('some' in meaning) yield* partsOf(meaning.some);
}
