import * as fc from 'fast-check';

/** For each node of a small graph, the nodes that its edges lead to; an edge may be there twice. */
export const edgesOfGraph: fc.Arbitrary<number[][]> = fc
  .integer({ min: 1, max: 10 })
  .chain((size) =>
    fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }),
  );
