/** One hole of a format string. */
export interface Hole {
  /** The captured name or index as written; empty for the next argument. */
  readonly argument: string;
  /** The format trait: `?` for Debug, empty for Display. */
  readonly spec: string;
}

export interface Template {
  /** The text with `\0` for each hole. */
  readonly text: string;
  readonly holes: readonly Hole[];
}

/** Splits a format string as std::fmt writes them. Never fails: a lone brace is text. */
export function parseTemplate(source: string): Template {
  const holes: Hole[] = [];
  const text = source.replace(/\{\{|\}\}|\{([^{}:]*)(?::([^{}]*))?\}/g, (all, argument, spec) => {
    if (all === '{{') return '{';
    if (all === '}}') return '}';
    const trait = /([?xXobeEp]+)\s*$/.exec(typeof spec === 'string' ? spec : '')?.[1] ?? '';
    holes.push({
      argument: typeof argument === 'string' ? argument.trim() : '',
      spec: trait.includes('?') ? '?' : trait,
    });
    return '\0';
  });
  return { text, holes };
}
