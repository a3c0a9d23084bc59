import type { Language } from '../syntax/language.ts';
import { type Statement, type Statements, statementsOf } from './statements.ts';
import { allNamesIn, namesIn } from './words.ts';

/** The code of one file, as `backwardSliceOf` needs it. */
export interface FileCode {
  readonly statements: Statements;
  /** What stands outside of functions, by each name that it says. */
  readonly outside: ReadonlyMap<string, readonly Statement[]>;
  /** The names that directives of the file define, and that functions in it have. */
  readonly own: ReadonlySet<string>;
}

export function fileCode(text: string, language: Language, functions: readonly string[]): FileCode {
  const statements = statementsOf(text, language);
  const outside = new Map<string, Statement[]>();
  const own = new Set(functions);
  for (const statement of statements.list) {
    const { kind, tokens } = statement;
    const [, defined] = (kind === 'directive' && DEFINE.exec(tokens[0]?.text ?? '')) || [];
    if (defined !== undefined) own.add(defined);
    const declared = isData(statement) ? namesIn(statement) : [];
    const names = defined === undefined ? declared : [defined];
    for (const name of names) addTo(outside, name, statement);
  }
  return { statements, outside, own };
}

const DEFINE = /^#\s*(?:define|undef)\s+([\w$]+)/;

/** Adds a statement under a name. */
export function addTo(index: Map<string, Statement[]>, name: string, statement: Statement): void {
  const known = index.get(name);
  if (known === undefined) index.set(name, [statement]);
  else known.push(statement);
}

/** Whether a statement outside of all functions declares data: a variable, a field, constants. */
function isData(statement: Statement): boolean {
  for (let around = statement.block; around !== undefined; around = around.block) {
    if (!isOfType(around)) return false;
  }
  return (
    statement.kind === 'statement' &&
    !(statement.tokens.some(({ text }) => text === '(') && !hasValue(statement))
  );
}

const TYPES = /^(?:struct|union|enum|class|namespace|extern|mod|typedef)$/;

function isOfType({ tokens }: Statement): boolean {
  return tokens.some(({ text }) => TYPES.test(text)) && !tokens.some(({ text }) => text === '(');
}

function hasValue({ tokens }: Statement): boolean {
  return tokens.some(({ kind, text }) => kind === 'sign' && (text === '=' || text === '['));
}

/** What the file says, outside of functions, of some names, and of the names in that. */
export function declarationsOf(
  { outside }: FileCode,
  names: ReadonlySet<string>,
  known: ReadonlySet<Statement>,
): readonly Statement[] {
  const found = new Set<Statement>();
  const seen = new Set(names);
  for (const name of seen) {
    for (const one of outside.get(name) ?? []) {
      if (known.has(one) || found.has(one)) continue;
      found.add(one);
      for (const more of allNamesIn(one))
        if (one.kind === 'directive' || /^[A-Z]/.test(more)) seen.add(more);
    }
  }
  return [...found];
}
