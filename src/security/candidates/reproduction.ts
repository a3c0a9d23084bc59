import * as z from 'zod';

const text = z.string();

/** A file of a reproduction, by its path in the folder that is given to a person. */
const fileSchema = z.object({ path: text, text });

/**
 * What came of running the code of a finding.
 *
 * - `reproduced`: a driver brings the defect about: a sanitizer reports it in the cited function on the
 *   head, and with the same driver not on the base.
 * - `not_reproduced`: drivers were tried and none did that. This refutes nothing.
 * - `not_tried`: none was, for the reason given.
 */
export const reproductionSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('reproduced'),
    /** Who has written the driver, where it is no model. */
    written_by: z.literal('machine').exactOptional(),
    /** What a person enters beside the script that is made of the files, with a checkout of the head for CHECKOUT. */
    command: text,
    /** C or C++, compiled after the unit. */
    driver: text,
    /** The source that it is compiled with. */
    unit: text,
    /** The bytes that the driver reads, in base64; empty where it reads none. */
    input: text,
    /** What the sanitizer said on the head. */
    report: text,
    /** All files that the command needs, the driver among them; the input is beside. */
    files: z.array(fileSchema),
  }),
  z.object({ outcome: z.literal('not_reproduced'), why: text }),
  z.object({ outcome: z.literal('not_tried'), why: text }),
]);

export type Reproduction = z.infer<typeof reproductionSchema>;

/** The outcomes in words. */
export const REPRODUCTION_LABEL: Readonly<Record<Reproduction['outcome'], string>> = {
  reproduced: 'reproduced',
  not_reproduced: 'not reproduced',
  not_tried: 'not run',
};

/** Whether a run has shown the defect. */
export function isReproduced(reproduction: Reproduction | undefined): boolean {
  return reproduction?.outcome === 'reproduced';
}
