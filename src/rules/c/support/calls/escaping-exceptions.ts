import type { CallExpr, Expr, LoweredFunction, Span } from '../../../../code/c/ir/ast.ts';
import { expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { childOf, descendants } from '../../../../code/syntax/syntax.ts';

/** A place from which an exception may leave its function. */
export interface Escape {
  /** In the function that is asked about. */
  readonly at: Expr;
  /** Where it is thrown: there, or in a function that is called. */
  readonly from: Expr;
  /** What throws. */
  readonly by: string;
  readonly isThrow: boolean;
}

/** A `try` with handlers. */
interface TryBlock {
  readonly body: Span;
  readonly handlers: string;
}

const CONVERSION = /^(?:::)?std::sto(?:i|u?l|u?ll|f|d|ld)$/;
/** What tells before a conversion that the text is a number. */
const VALIDATION = /\b(?:isdigit|regex_match|find_first_not_of|from_chars)\b/;
const DEPTH = 6;

/** Which exceptions leave the functions of a file, as far as it shows. */
export class EscapingExceptions {
  readonly tries: readonly TryBlock[];
  private readonly unit: TranslationUnit;
  private readonly known = new Map<LoweredFunction, readonly Escape[]>();

  constructor(unit: TranslationUnit) {
    this.unit = unit;
    this.tries = descendants(unit.tree.root).flatMap((node) => {
      const body = node.type === 'try_statement' ? childOf(node, 'body') : undefined;
      if (body === undefined) return [];
      const clauses = node.children.filter(({ type }) => type === 'catch_clause');
      return [{ body, handlers: clauses.map((clause) => unit.tree.textOf(clause)).join('\n') }];
    });
  }

  /** What may leave a function, in the order of the text. */
  of(fn: LoweredFunction, depth = 0): readonly Escape[] {
    const known = this.known.get(fn);
    if (known !== undefined) return known;
    if (depth > DEPTH || fn.isNoexcept) return [];
    this.known.set(fn, []);
    const found = this.leaving(fn, depth);
    this.known.set(fn, found);
    return found;
  }

  /** The same, also for a function that says that nothing leaves it. */
  leaving(fn: LoweredFunction, depth = 0): readonly Escape[] {
    return expressionsOf(fn.blocks).flatMap((expr) =>
      this.around(expr, fn).length > 0 ? [] : (this.thrownBy(expr, fn, depth) ?? []),
    );
  }

  /** The `try` blocks around a place, within its function. */
  around({ start, end }: Span, fn: LoweredFunction): readonly TryBlock[] {
    return this.tries.filter(
      ({ body }) =>
        fn.start <= body.start && body.end <= fn.end && body.start <= start && end <= body.end,
    );
  }

  /** What an expression itself throws, whether or not something around it catches that. */
  thrownBy(expr: Expr, fn: LoweredFunction, depth = 0): Escape | undefined {
    if (expr.kind === 'throw')
      return expr.operand && { at: expr, from: expr, by: 'throw', isThrow: true };
    if (expr.kind !== 'call') return undefined;
    if (converts(expr))
      return VALIDATION.test(this.unit.tree.textOf(fn))
        ? undefined
        : { at: expr, from: expr, by: expr.name, isThrow: false };
    const [inner] = this.callee(expr)?.flatMap((callee) => this.of(callee, depth + 1)) ?? [];
    return inner && { ...inner, at: expr };
  }

  /** The functions of the file that a call runs; undefined where that is not clear. */
  private callee(call: CallExpr): readonly LoweredFunction[] | undefined {
    const { receiver, name } = call;
    const type = receiver?.type.kind === 'pointer' ? receiver.type.to : receiver?.type;
    if (receiver !== undefined && type?.kind !== 'record') return undefined;
    const named = this.unit.functions.filter((fn) =>
      type?.kind === 'record'
        ? fn.qualifiedName === `${type.name}::${name}`
        : fn.qualifiedName === name || (fn.name === name && !fn.isMethod),
    );
    return named.length === 1 ? named : undefined;
  }
}

/** `std::stoi(text)` of a text that the program does not hold itself. */
function converts(call: CallExpr): boolean {
  const [text] = call.args;
  if (call.callee.kind !== 'name' || text === undefined) return false;
  return CONVERSION.test(call.callee.name) && withoutCasts(text).kind !== 'string';
}
