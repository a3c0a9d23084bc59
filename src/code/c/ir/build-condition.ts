/** A condition of `#if` over names that the build defines; what is no test of a name is kept as text. */
export type BuildCondition =
  | { readonly kind: 'constant'; readonly value: boolean }
  /** `defined(X)`, a bare `X`, or another operand such as `VERSION >= 3`, as text. */
  | { readonly kind: 'setting'; readonly name: string }
  | { readonly kind: 'not'; readonly operand: BuildCondition }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly BuildCondition[] };

const TRUE: BuildCondition = { kind: 'constant', value: true };
const parsed = new Map<string, BuildCondition>();
const MAX_REMEMBERED = 10_000;

/** Reads the text of a condition. The empty one always holds; what is no expression becomes a setting. */
export function parseCondition(text: string): BuildCondition {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const condition = text.trim() === '' ? TRUE : new ConditionReader(text).whole();
  if (parsed.size >= MAX_REMEMBERED) parsed.clear();
  parsed.set(text, condition);
  return condition;
}

/** The condition that holds where one holds inside of another: both as text, '' for none. */
export function bothConditions(outer: string, inner: string): string {
  if (outer === '' || inner === '') return outer + inner;
  if (outer === inner) return outer;
  return outer.includes('||') ? `(${outer}) && (${inner})` : `${outer} && (${inner})`;
}

/** The text of a condition's opposite. */
export function oppositeCondition(text: string): string {
  return `!(${text})`;
}

/** Whether a condition holds, given whether each setting does. */
export function holds(condition: BuildCondition, isSet: (setting: string) => boolean): boolean {
  switch (condition.kind) {
    case 'constant':
      return condition.value;
    case 'setting':
      return isSet(condition.name);
    case 'not':
      return !holds(condition.operand, isSet);
    case 'and':
      return condition.operands.every((operand) => holds(operand, isSet));
    case 'or':
      return condition.operands.some((operand) => holds(operand, isSet));
  }
}

/** Whether a condition holds, as far as the settings are known; undefined where it hangs on one that is not. */
export function truthOf(
  condition: BuildCondition,
  known: (setting: string) => boolean | undefined,
): boolean | undefined {
  switch (condition.kind) {
    case 'constant':
      return condition.value;
    case 'setting':
      return known(condition.name);
    case 'not': {
      const truth = truthOf(condition.operand, known);
      return truth === undefined ? undefined : !truth;
    }
    default: {
      const decides = condition.kind === 'or';
      const truths = condition.operands.map((operand) => truthOf(operand, known));
      if (truths.includes(decides)) return decides;
      return truths.includes(undefined) ? undefined : !decides;
    }
  }
}

/** The settings that a condition fixes where it holds, or where it does not. */
export function impliedSettings(condition: BuildCondition, value: boolean): [string, boolean][] {
  switch (condition.kind) {
    case 'constant':
      return [];
    case 'setting':
      return [[condition.name, value]];
    case 'not':
      return impliedSettings(condition.operand, !value);
    default:
      return (condition.kind === 'and') === value || condition.operands.length === 1
        ? condition.operands.flatMap((operand) => impliedSettings(operand, value))
        : [];
  }
}

/** All settings that a condition asks for. */
export function settingsIn(condition: BuildCondition): string[] {
  switch (condition.kind) {
    case 'constant':
      return [];
    case 'setting':
      return [condition.name];
    case 'not':
      return settingsIn(condition.operand);
    default:
      return condition.operands.flatMap(settingsIn);
  }
}

/** Reads `||` over `&&` over `!`, brackets and operands. */
class ConditionReader {
  private readonly text: string;
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  whole(): BuildCondition {
    const condition = this.alternatives();
    const isRead = this.at >= this.text.length;
    return isRead ? condition : { kind: 'setting', name: plain(this.text) };
  }

  private alternatives(): BuildCondition {
    return this.chain('or', '||', () => this.chain('and', '&&', () => this.negation()));
  }

  private chain(kind: 'and' | 'or', sign: string, next: () => BuildCondition): BuildCondition {
    const first = next();
    const operands = [first];
    while (this.takes(sign)) operands.push(next());
    return operands.length === 1 ? first : { kind, operands };
  }

  private negation(): BuildCondition {
    this.skipSpace();
    const isNegation = this.text[this.at] === '!' && this.text[this.at + 1] !== '=';
    if (!isNegation || this.depth > MAX_DEPTH) return this.operand();
    this.at += 1;
    this.depth += 1;
    const operand = this.negation();
    this.depth -= 1;
    return operand.kind === 'constant'
      ? { kind: 'constant', value: !operand.value }
      : { kind: 'not', operand };
  }

  private operand(): BuildCondition {
    const start = this.at;
    const group = this.group();
    if (group !== undefined) return group;
    this.at = start;
    let open = 0;
    for (; this.at < this.text.length; this.at += 1) {
      const char = this.text[this.at];
      if (char === '(') open += 1;
      else if (char === ')' && open === 0) break;
      else if (char === ')') open -= 1;
      else if (
        open === 0 &&
        (this.text.startsWith('&&', this.at) || this.text.startsWith('||', this.at))
      )
        break;
    }
    return setting(this.text.slice(start, this.at));
  }

  /** A condition in brackets, unless they are part of a longer operand such as `(A) > 2`. */
  private group(): BuildCondition | undefined {
    if (this.depth > MAX_DEPTH || !this.takes('(')) return undefined;
    this.depth += 1;
    const inner = this.alternatives();
    this.depth -= 1;
    if (!this.takes(')')) return undefined;
    this.skipSpace();
    return /^(?:$|&&|\|\||\))/.test(this.text.slice(this.at, this.at + 2)) ? inner : undefined;
  }

  private takes(sign: string): boolean {
    this.skipSpace();
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  private skipSpace(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }
}

const MAX_DEPTH = 50;

function setting(text: string): BuildCondition {
  const operand = plain(text);
  const number = /^(\d+)[uUlL]*$/.exec(operand)?.[1];
  if (number !== undefined) return { kind: 'constant', value: Number(number) !== 0 };
  return { kind: 'setting', name: /^defined\b[\s(]*(\w+)[\s)]*$/.exec(operand)?.[1] ?? operand };
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
