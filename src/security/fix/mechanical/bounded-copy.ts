import { descendants, type SyntaxNode } from '../../../code/syntax/syntax.ts';
import { charArrayOf } from './char-arrays.ts';
import { including, isIncluded } from './includes.ts';
import { statementOf } from './lines.ts';
import { type FixOfRule, type FoundIn, insertion, type TextEdit } from './mechanical-fix.ts';
import { isLibraryCall, isLibraryName } from './names.ts';
import { argumentsOf, calledName, hasComment, mayHaveEffects, nodeAt } from './nodes.ts';
import { canBePrinted } from './shown-types.ts';

/** What a call without a limit is replaced by, and what that takes further. */
interface Bounded {
  readonly name: string;
  /** What else is called. */
  readonly calls?: string;
  /** Before the second argument. */
  readonly before?: string;
  /** Behind the last. */
  readonly after?: string;
  /** What declares both, without its ending. */
  readonly header: 'stdio' | 'string';
  /** Whether the text becomes one of further arguments, and the header may have to be included. */
  readonly prints?: boolean;
}

const BOUNDED: Readonly<Record<string, (array: string) => Bounded>> = {
  strcpy: (array) => ({
    name: 'snprintf',
    before: `sizeof ${array}, "%s", `,
    header: 'stdio',
    prints: true,
  }),
  strcat: (array) => ({
    ...{ name: 'strncat', calls: 'strlen', header: 'string' },
    after: `, sizeof ${array} - strlen(${array}) - 1`,
  }),
  sprintf: (array) => ({ name: 'snprintf', before: `sizeof ${array}, `, header: 'stdio' }),
  vsprintf: (array) => ({ name: 'vsnprintf', before: `sizeof ${array}, `, header: 'stdio' }),
};

/** A text that is copied into an array without a limit is cut where the array ends. */
export const boundedCopy: FixOfRule = (found) => {
  const { tree } = found;
  const isMeant = (name: string): boolean => name === 'gets' || Object.hasOwn(BOUNDED, name);
  const call = nodeAt(found, (node) => isMeant(calledName(tree, node)));
  // Who takes the result takes it for the length that was written.
  const statement = call === undefined ? undefined : statementOf(call);
  if (call === undefined || statement === undefined || !isLibraryCall(found, call))
    return undefined;
  const [target, ...rest] = argumentsOf(call);
  const array = target === undefined ? undefined : charArrayOf(found, target);
  if (array === undefined) return undefined;
  const name = calledName(tree, call);
  if (name === 'gets') {
    const edits = including(found, 'string', ['stdio']);
    if (edits === undefined || rest.length > 0 || hasComment(tree, statement)) return undefined;
    if (!['fgets', 'strcspn', 'stdin'].every((each) => isLibraryName(found, call, each)))
      return undefined;
    const text = `if (fgets(${array.name}, sizeof ${array.name}, stdin) != NULL) ${array.name}[strcspn(${array.name}, "\\n")] = '\\0';`;
    return {
      title: 'Read no more than fits, by fgets',
      edits: [...edits, { start: statement.start, end: statement.end, text }],
    };
  }
  const [first] = rest;
  const last = rest.at(-1);
  const bounded = BOUNDED[name]?.(array.name);
  if (bounded === undefined || first === undefined || last === undefined) return undefined;
  // What overlaps happens to work with some functions and not with others.
  const overlaps = rest.some((node) =>
    descendants(node).some((each) => tree.textOf(each) === array.name),
  );
  // The variable that leads to a member could be changed on the way.
  if (target?.type === 'field_expression' && rest.some(mayHaveEffects)) return undefined;
  const { before, after, calls = bounded.name } = bounded;
  if (![bounded.name, calls].every((each) => isLibraryName(found, call, each))) return undefined;
  const edits = headerOf(found, bounded, first);
  if (overlaps || edits === undefined) return undefined;
  return {
    title: `Write no more than fits, by ${bounded.name}`,
    edits: [
      ...edits,
      { start: call.start, end: call.start + name.length, text: bounded.name },
      ...(before === undefined ? [] : [insertion(first.start, before)]),
      ...(after === undefined ? [] : [insertion(last.end, after)]),
    ],
  };
};

/** The edits that have the header included; undefined where what it declares could not be used. */
function headerOf(
  found: FoundIn,
  { header, prints = false }: Bounded,
  text: SyntaxNode,
): readonly TextEdit[] | undefined {
  if (!prints) return isIncluded(found, header) ? [] : undefined;
  return canBePrinted(found, text) ? including(found, header, ['string', 'stdlib']) : undefined;
}
