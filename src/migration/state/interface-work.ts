import * as z from 'zod';
import { promptHashesSchema } from '../../model/prompts/prompt-hashes.ts';
import { loadArtifact } from './artifact-folder.ts';

/** The name of the artifact. */
export const INTERFACE_FILE = 'interface.json';

const count = z.int().nonnegative();

/** What became of functions of a given interface that stand for no function of the C. */
export const interfaceWorkSchema = z.object({
  /** Those that were written. Nothing of them was compared with the C. */
  written: z.array(
    z.object({
      /** Such as `src/a.rs: impl Buf > fn new`. */
      function: z.string(),
      /** The C function in whose place it stands, which cannot be compared under this interface. */
      stands_for: z.string().optional(),
    }),
  ),
  /** Those that have no body, and why. */
  left: z.array(z.object({ function: z.string(), because: z.string() })),
  /** Those whose body as given does nothing, and was found to be right so. */
  kept: z.array(z.string()),
  /** What the models were asked for it, in all runs. */
  metrics: z.object({
    calls: count,
    input_tokens: count,
    output_tokens: count,
    /** Dollars. */
    cost: z.number().nonnegative(),
    /** Of the prompts that were asked with; missing in what older versions wrote. */
    prompts: promptHashesSchema.optional(),
  }),
});

export type InterfaceWork = z.infer<typeof interfaceWorkSchema>;

/** Of no work yet. */
const NO_INTERFACE_WORK: InterfaceWork = {
  written: [],
  left: [],
  kept: [],
  metrics: { calls: 0, input_tokens: 0, output_tokens: 0, cost: 0 },
};

/** What was done for a given interface so far; nothing where nothing was. */
export function loadInterfaceWork(project: string): InterfaceWork {
  return loadArtifact(project, INTERFACE_FILE, interfaceWorkSchema) ?? NO_INTERFACE_WORK;
}
