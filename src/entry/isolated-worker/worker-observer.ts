import { MAX_NAME_CHARACTERS, type WorkerMessage } from '../../github/isolated-worker/protocol.ts';
import type { RunObserver } from '../../telemetry/run-observer.ts';

/** Tells the process that waits for the result what models and tools have done, in numbers. */
export function workerObserver(say: (message: WorkerMessage) => void): RunObserver {
  const nothing = () => {};
  return {
    ...{ stage: nothing, step: nothing, end: nothing },
    agent(event) {
      if (event.kind !== 'tool-answered') return;
      const { tool, ok, milliseconds } = event;
      say({ kind: 'tool', ...(tool !== undefined && { tool: short(tool) }), ok, milliseconds });
    },
    call({ conversation, model, source, usage, cost, billed, milliseconds, failureKind }) {
      say({
        ...{ kind: 'call', role: short(conversation.role), model: short(model), source, usage },
        ...{ billed, milliseconds, cost: cost ?? null },
        ...(failureKind !== undefined && { failureKind }),
      });
    },
  };
}

function short(name: string): string {
  return name.slice(0, MAX_NAME_CHARACTERS);
}
