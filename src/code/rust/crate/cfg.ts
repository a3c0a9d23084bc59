/** What a build says of the names in `cfg(…)`. */
export interface CfgBuild {
  /** Whether `test` holds. */
  readonly test: boolean;
  /** What to take for an unknown name: a feature, another target. */
  readonly unknown: boolean;
}

/** Names that hold on the machines where migrated crates are built and tested. */
const HOLDS =
  /^(?:unix|debug_assertions|target_os="linux"|target_family="unix"|target_pointer_width="64"|target_endian="little"|panic="unwind")$/;

/**
 * Whether a predicate of `#[cfg(…)]` holds: `all`, `any`, `not`, names and `name = "value"`.
 * What cannot be read holds as an unknown name does.
 */
export function cfgHolds(predicate: string, build: CfgBuild): boolean {
  const truth = evaluatePredicate(predicate, build);
  return truth === 'unknown' ? build.unknown : truth === 'true';
}

type Truth = 'true' | 'false' | 'unknown';

function evaluatePredicate(predicate: string, build: CfgBuild): Truth {
  const text = predicate.trim();
  const group = /^(all|any|not)\s*\(([\s\S]*)\)$/.exec(text);
  if (group === null) return nameHolds(text.replace(/\s+/g, ''), build);
  const parts = splitArguments(group[2] ?? '').map((part) => evaluatePredicate(part, build));
  if (group[1] === 'not') return opposite(parts[0] ?? 'unknown');
  const decides = group[1] === 'all' ? 'false' : 'true';
  if (parts.includes(decides)) return decides;
  return parts.includes('unknown') ? 'unknown' : opposite(decides);
}

function nameHolds(name: string, build: CfgBuild): Truth {
  if (name === 'test') return build.test ? 'true' : 'false';
  if (name === 'true') return 'true';
  if (name === 'false' || name === 'windows') return 'false';
  return HOLDS.test(name) ? 'true' : 'unknown';
}

function opposite(truth: Truth): Truth {
  if (truth === 'unknown') return truth;
  return truth === 'true' ? 'false' : 'true';
}

/** Splits at the commas that stand in no brackets and no string. */
export function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"' && text[at - 1] !== '\\') inString = !inString;
    if (inString) continue;
    if (letter === '(' || letter === '[') depth += 1;
    if (letter === ')' || letter === ']') depth -= 1;
    if (letter !== ',' || depth > 0) continue;
    parts.push(text.slice(start, at));
    start = at + 1;
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
