import { workflowJson, workflowRunJson } from '../operations/workflow-run-json.ts';
import type { Repository } from '../state/repository.ts';
import type { WorkflowRun } from '../state/workflow-run.ts';
import type { World } from '../state/world.ts';
import { emit } from './emit.ts';

export async function emitWorkflowRun(
  world: World,
  repository: Repository,
  run: WorkflowRun,
  action: 'requested' | 'in_progress' | 'completed',
): Promise<void> {
  const happening = { name: 'workflow_run', action, repository, sender: run.actor };
  await emit(world, happening, async () => ({
    workflow_run: await workflowRunJson(world, repository, run),
    workflow: workflowJson(world, repository, run),
  }));
}
