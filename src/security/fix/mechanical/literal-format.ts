import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../code/syntax/syntax.ts';
import { type FixOfRule, insertion } from './mechanical-fix.ts';
import { isLibraryCall, mayBeMacro } from './names.ts';
import { argumentsOf, calledName, identifiersIn, nodeAt } from './nodes.ts';
import { canBePrinted } from './shown-types.ts';

/** Where functions that print take their format; `err`, `warn` and `error` are names that projects have for functions of their own. */
const FORMATS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ printf: 0, warnx: 0, setproctitle: 0, printk: 0, g_print: 0, g_printerr: 0 },
    ...{ fprintf: 1, dprintf: 1, sprintf: 1, asprintf: 1, syslog: 1, errx: 1, snprintf: 2 },
  }),
);

/** `printf(text)` becomes `printf("%s", text)`. */
export const literalFormat: FixOfRule = (found) => {
  const { tree } = found;
  const call = nodeAt(found, (node) => FORMATS.has(calledName(tree, node)));
  if (call === undefined || !isLibraryCall(found, call)) return undefined;
  const position = FORMATS.get(calledName(tree, call)) ?? 0;
  const given = argumentsOf(call);
  const text = given[position];
  // With further arguments it is meant as a format.
  if (text === undefined || given.length !== position + 1 || !isText(tree, text)) return undefined;
  if (!canBePrinted(found, text)) return undefined;
  return { title: 'Print it by "%s"', edits: [insertion(text.start, '"%s", ')] };
};

/** What is no format for what can be seen: neither a macro, which may be several arguments, nor a literal with a `%`. */
function isText(tree: SyntaxTree, node: SyntaxNode): boolean {
  if (/^(?:string_literal|concatenated_string|raw_string_literal)$/.test(node.type)) return false;
  const names = new Set(identifiersIn(node).map((each) => tree.textOf(each)));
  if ([...names].some((name) => mayBeMacro(tree, name)) || hasPercent(tree, node)) return false;
  return !descendants(tree.root).some((each) => {
    const target = childOf(each, each.type === 'init_declarator' ? 'declarator' : 'left');
    const value = childOf(each, each.type === 'init_declarator' ? 'value' : 'right');
    if (target === undefined || value === undefined || !hasPercent(tree, value)) return false;
    return identifiersIn(target).some((name) => names.has(tree.textOf(name)));
  });
}

function hasPercent(tree: SyntaxTree, node: SyntaxNode): boolean {
  return descendants(node).some(
    (each) => /string/.test(each.type) && tree.textOf(each).includes('%'),
  );
}
