import { randomNumbers } from '../../test/support/random-numbers.ts';
import type { Compiler } from './compiler.ts';
import { applied } from './edit.ts';
import { markedLines } from './marks.ts';
import type { Program } from './program.ts';
import { TRANSFORMATIONS } from './transformations.ts';

/** A program that means the same as another. */
export interface Variant {
  readonly transformation: string;
  readonly text: string;
}

/** Of one program, so many variants are made by one transformation beside the nearest one, where it has a defect. */
const DRAWN = 1;

/**
 * The variants of a program that compile, for each transformation: the one nearest to a marked line, and one that the
 * seed draws; of a program without a mark, one.
 * @param only the names of the transformations to use
 */
export function variantsOf(
  program: Program,
  only: readonly string[],
  seed: number,
  compiler: Compiler,
): readonly Variant[] {
  const marks = markedLines(program.text);
  const distance = (at: number) => {
    const { line } = program.tree.location({ start: at, end: at });
    return Math.min(...marks.map((mark) => Math.abs(mark - line)), 1000);
  };
  const variants = Object.entries(TRANSFORMATIONS).flatMap(([transformation, transform]) => {
    if (!only.includes(transformation)) return [];
    // Of its own, so that what is drawn does not depend on which others are asked for.
    const random = randomNumbers(seed ^ hashOf(transformation + program.text));
    const places = program.functions
      .flatMap((part) => transform(part, program))
      .map(({ at, edits }) => ({ edits, far: distance(at), draw: random() }))
      .sort((one, other) => one.far - other.far || one.draw - other.draw);
    const [first, ...rest] = places;
    const drawn = rest
      .toSorted((one, other) => one.draw - other.draw)
      .slice(0, marks.length > 0 ? DRAWN : 0);
    return [first, ...drawn].flatMap((place) => {
      const text = place === undefined ? undefined : applied(program.text, place.edits);
      const isWhole = text !== undefined && markedLines(text).length === marks.length;
      return isWhole ? [{ transformation, text }] : [];
    });
  });
  return compiler.compiling(variants);
}

/** A number of a text, the same in each run. */
export function hashOf(text: string): number {
  return [...text].reduce((hash, c) => Math.imul(hash, 31) + c.charCodeAt(0), 7) | 0;
}
