import type { LimitKind } from './budget.ts';

/** What happens while an agent works: for progress, metrics, audit and guards. */
export type AgentEvent =
  | { readonly kind: 'task-started'; readonly role: string; readonly subject: string }
  | {
      readonly kind: 'task-completed';
      readonly role: string;
      readonly subject: string;
      readonly outcome: 'answered' | 'handed-over' | LimitKind | 'failed';
    }
  | { readonly kind: 'model-called'; readonly turn: number; readonly messages: number }
  | {
      readonly kind: 'model-answered';
      readonly turn: number;
      readonly tokens: number;
      readonly toolCalls: number;
    }
  | { readonly kind: 'tool-called'; readonly tool: string }
  | { readonly kind: 'tool-answered'; readonly tool: string; readonly ok: boolean }
  | { readonly kind: 'history-summarised'; readonly messages: number }
  | { readonly kind: 'listener-failed'; readonly error: unknown };

export type AgentListener = (event: AgentEvent) => void | Promise<void>;

/**
 * Tells all listeners. None is waited for, and none can break the loop: what one throws, at once or
 * later, the others hear as `listener-failed`.
 */
export function emit(listeners: readonly AgentListener[], event: AgentEvent): void {
  for (const listener of listeners) {
    const fail = (error: unknown) => {
      const others = listeners.filter((other) => other !== listener);
      // A failure to hear of a failure ends here.
      if (event.kind !== 'listener-failed') emit(others, { kind: 'listener-failed', error });
    };
    try {
      Promise.resolve(listener(event)).catch(fail);
    } catch (thrown) {
      fail(thrown);
    }
  }
}
