import * as z from 'zod';

/**
 * Whether the Rust that was compared reaches `unsafe` code, and what looked at it. Rust with undefined behaviour may give the same as
 * the C by luck, so that outputs alone do not show that it is right.
 */
export const unsafeReachedSchema = z.object({
  /** What has it, such as `fn get in src/bits.rs`; empty where names lead to none. */
  places: z.array(z.string()),
  /** The tools that ran inputs once more, each with the number of inputs, and told nothing. */
  checks: z.array(
    z.object({ tool: z.enum(['miri', 'address sanitizer']), inputs: z.int().positive() }),
  ),
  /** Why no tool ran, or why the better one did not; missing where there is nothing to say. */
  because: z.string().optional(),
});

export type UnsafeReached = z.infer<typeof unsafeReachedSchema>;
export type UnsafeCheckTool = UnsafeReached['checks'][number]['tool'];

export const TOOL_NAMES: Readonly<Record<UnsafeCheckTool, string>> = {
  miri: 'Miri',
  'address sanitizer': 'AddressSanitizer',
};

const MAX_PLACES = 3;

/** Whether Rust reaches `unsafe` code that no tool has looked at. */
export function isUnchecked(reached: UnsafeReached | undefined): boolean {
  return reached !== undefined && reached.places.length > 0 && reached.checks.length === 0;
}

/** Of what no tool has looked at: a sentence that says so. Of all other, nothing. */
export function uncheckedText(reached: UnsafeReached): string[] {
  if (!isUnchecked(reached)) return [];
  const { places, because = 'no tool ran' } = reached;
  return [
    `The Rust reaches unsafe code (${placesText(places)}), and whether that has undefined behaviour was not checked: ${because}.`,
  ];
}

/** What is known of `unsafe` code that Rust reaches, for people: `none`, or what looked at it. */
export function unsafeReachedText(reached: UnsafeReached | undefined): string {
  if (reached === undefined) return 'not known: an earlier version compared it';
  const { places, checks, because } = reached;
  if (places.length === 0) return 'none';
  const why = because === undefined ? '' : `; ${because}`;
  const by = checks.map(
    ({ tool, inputs }) =>
      `${TOOL_NAMES[tool]} told nothing on ${inputs} ${inputs === 1 ? 'input' : 'inputs'}`,
  );
  const said = by.length === 0 ? 'not checked' : by.join(', ');
  return `${placesText(places)}: ${said}${why}`;
}

/** What holds of a function that was compared with several types: the least that is known of one of them. */
export function leastChecked(
  one: UnsafeReached | undefined,
  other: UnsafeReached | undefined,
): UnsafeReached | undefined {
  if (one === undefined || other === undefined) return undefined;
  return isUnchecked(other) ? other : one;
}

function placesText(places: readonly string[]): string {
  const more = places.length - MAX_PLACES;
  const shown = places.slice(0, MAX_PLACES).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
