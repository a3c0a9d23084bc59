import { ModelError } from '../../src/errors.ts';
import type {
  AskOptions,
  Model,
  ModelRequest,
  UnparsedAnswer,
  UnparsedToolCall,
} from '../../src/model/model.ts';

/** A turn of the script: text, or tool calls with their arguments, or an error. */
export type ScriptedTurn =
  | string
  | Error
  | {
      readonly content?: string;
      readonly calls?: readonly { readonly name: string; readonly arguments: unknown }[];
    };

export interface ScriptedModel extends Model {
  /** What was asked so far, oldest first. */
  readonly requests: readonly ModelRequest[];
}

/**
 * The Model interface in memory: gives the answers of a script in order. A question beyond the end
 * of the script is an error. A function in place of a list answers as the request demands.
 */
export function scriptedModel(
  script: readonly ScriptedTurn[] | ((request: ModelRequest, index: number) => ScriptedTurn),
  window = 100_000,
): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    requests,
    window: () => window,
    async ask(request: ModelRequest, options: AskOptions = {}): Promise<UnparsedAnswer> {
      // As with a real model, an answer never comes in the same tick.
      await Promise.resolve();
      options.signal?.throwIfAborted();
      const index = requests.push(request) - 1;
      const turn = typeof script === 'function' ? script(request, index) : script[index];
      if (turn === undefined) {
        throw new ModelError('unavailable', `the script has no answer ${index + 1}`);
      }
      if (turn instanceof Error) throw turn;
      const answer = answerOf(turn, index);
      if (answer.content !== '') options.onStream?.({ kind: 'text', text: answer.content });
      return answer;
    },
  };
}

function answerOf(turn: Exclude<ScriptedTurn, Error>, index: number): UnparsedAnswer {
  const { content = '', calls = [] } = typeof turn === 'string' ? { content: turn } : turn;
  const toolCalls: UnparsedToolCall[] = calls.map((call, position) => ({
    id: `call_${index}_${position}`,
    name: call.name,
    arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
  }));
  return {
    content,
    toolCalls,
    finish: toolCalls.length > 0 ? 'tool_calls' : 'stop',
    model: 'scripted',
    usage: { input: 10, cached: 0, output: 10, estimated: false },
    source: 'provider',
    repairs: [],
  };
}
