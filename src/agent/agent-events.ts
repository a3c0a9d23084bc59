import type { LimitKind } from './agent-budget.ts';

/** Whose task it is, and what it is about. */
export interface AboutTask {
  readonly role: string;
  readonly subject: string;
}

/** What happens while an agent works: for progress, metrics, audit and guards. */
export type AgentEvent =
  | (AboutTask & TaskEvent)
  | { readonly kind: 'listener-failed'; readonly error: unknown };

type TaskEvent =
  | { readonly kind: 'task-started' }
  | {
      readonly kind: 'task-completed';
      readonly outcome: 'answered' | LimitKind | 'failed';
    }
  | { readonly kind: 'model-called'; readonly turn: number; readonly messages: number }
  | {
      readonly kind: 'model-answered';
      readonly turn: number;
      readonly tokens: number;
      readonly toolCalls: number;
    }
  /** A tool of the agent; what the model calls and is none, is not named. */
  | { readonly kind: 'tool-called'; readonly tool: string | undefined }
  | {
      readonly kind: 'tool-answered';
      readonly tool: string | undefined;
      readonly ok: boolean;
      readonly milliseconds: number;
    }
  | { readonly kind: 'history-summarised'; readonly messages: number };

export type AgentListener = (event: AgentEvent) => void | Promise<void>;

/**
 * Tells all listeners. None is waited for, and none can break the loop: what one throws, at once or
 * later, the others hear as `listener-failed`.
 */
export function emit(listeners: readonly AgentListener[], event: AgentEvent): void {
  for (const listener of listeners) {
    const fail = (error: unknown) => {
      const others = listeners.filter((other) => other !== listener);
      // A listener that fails at `listener-failed` is ignored.
      if (event.kind !== 'listener-failed') emit(others, { kind: 'listener-failed', error });
    };
    try {
      Promise.resolve(listener(event)).catch(fail);
    } catch (thrown) {
      fail(thrown);
    }
  }
}
