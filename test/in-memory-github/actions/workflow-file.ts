import { parse } from 'yaml';
import * as z from 'zod';

// The part of GitHub's workflow files that this GitHub carries out. Whatever else a file has is an
// error: nobody is tested against a workflow that runs in another way than GitHub's would.

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const environment = z.record(z.string(), text).default({});
const defaults = z
  .strictObject({ run: z.strictObject({ 'working-directory': z.string().default('.') }) })
  .default({ run: { 'working-directory': '.' } });
const branches = z.strictObject({ branches: z.array(z.string()).optional() });

const stepSchema = z.union([
  z.strictObject({
    name: z.string().optional(),
    uses: z.string().regex(/^actions\/checkout@/, 'there is no action but actions/checkout'),
    with: z.strictObject({ 'persist-credentials': z.literal(false) }).optional(),
  }),
  z.strictObject({
    name: z.string().optional(),
    run: z.string(),
    env: environment,
    'working-directory': z.string().optional(),
  }),
]);

const eventSchema = z
  .strictObject({
    pull_request: branches.nullish(),
    push: branches.nullish(),
    merge_group: z.null().optional(),
    workflow_dispatch: z.null().optional(),
  })
  .transform((events) => new Map(Object.entries(events)));

const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.union([
    z.array(z.string()).transform((names) => new Map(names.map((name) => [name, null]))),
    z.string().transform((name) => new Map([[name, null]])),
    eventSchema,
  ]),
  permissions: z.record(z.string(), z.string()).optional(),
  env: environment,
  defaults,
  jobs: z.record(
    z.string(),
    z.strictObject({
      name: z.string().optional(),
      'runs-on': z.literal('ubuntu-latest'),
      'timeout-minutes': z.int().optional(),
      permissions: z.record(z.string(), z.string()).optional(),
      env: environment,
      steps: z.array(stepSchema).min(1),
    }),
  ),
});

export type Workflow = z.infer<typeof workflowSchema>;
export type Job = Workflow['jobs'][string];
export type Step = z.infer<typeof stepSchema>;

/** @throws Error with what this GitHub does not know of */
export function parseWorkflow(source: string): Workflow {
  if (source.includes('${{')) throw new Error('expressions are not part of this GitHub yet');
  return workflowSchema.parse(parse(source));
}

/** Whether an event on a branch, for pull requests the one they go into, starts a workflow. */
export function isStarted({ on }: Workflow, event: string, branch: string): boolean {
  if (!on.has(event)) return false;
  const wanted = on.get(event)?.branches;
  return wanted === undefined || wanted.includes(branch);
}
