import { codeBlock, codeSpan } from '../../../page/markdown-text.ts';
import { cargoWorkflow } from './cargo-workflow.ts';

/**
 * How a repository comes to a workflow that the gate can go by, in Markdown. The app itself may not
 * write workflows, and does not ask for it.
 */
export function workflowAdvice(crate: string, branch: string): string {
  return [
    `The gate goes by the repository’s own CI. A person can add this as ${codeSpan('.github/workflows/cargo.yml')} on ${codeSpan(branch)}. Keep it without \`paths\`: a required check whose workflow is skipped by a path stays pending for ever.`,
    codeBlock(cargoWorkflow(crate, branch).split('\n').slice(0, -1), 'yaml'),
  ].join('\n\n');
}
