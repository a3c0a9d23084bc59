import { dirname, join } from 'node:path';
import { messageOf, UsageError } from '../../errors.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { makeFolders } from '../../workspace/files/make-folders.ts';
import {
  type Message,
  type Model,
  type ModelRequest,
  TIERS,
  type UnparsedAnswer,
} from '../model.ts';
import {
  conversationPath,
  HEADER_FILE,
  loadConversation,
  type RecordedTurn,
  type RecordingHeader,
  requestHash,
} from './recording-file.ts';

interface OpenConversation {
  readonly turns: Map<number, RecordedTurn>;
  /** All messages of the last turn. */
  messages: readonly Message[];
}

/**
 * Writes down every question and answer of a model, one file a conversation, each replaced whole
 * after each turn. What it is asked must hold no secrets any more.
 * @throws UsageError when the folder cannot be written
 */
export function recordingModel(model: Model, folder: string): Model {
  const conversations = new Map<string, OpenConversation>();
  const [cheap, normal, smart] = TIERS.map((tier) => model.window(tier));
  writeJson(folder, HEADER_FILE, {
    format: 'rustward recording 1',
    windows: { cheap: cheap ?? 0, normal: normal ?? 0, smart: smart ?? 0 },
  } satisfies RecordingHeader);
  return {
    window: (tier) => model.window(tier),
    forget: (request) => model.forget?.(request),
    async ask(request, options) {
      const { role, subject, turn } = request.conversation;
      const path = conversationPath(role, subject);
      const conversation = conversations.get(path) ?? resumeConversation(folder, path, turn);
      conversations.set(path, conversation);
      const known = conversation.turns.get(turn);
      if (known !== undefined && known.hash !== requestHash(request)) {
        // A recording of both is impossible, and one of them would be replayed as the other.
        throw new Error(`${role} asks two questions as turn ${turn} about ${subject}`);
      }
      const answer = await model.ask(request, options);
      conversation.turns.set(turn, recordedTurn(request, conversation.messages, answer));
      conversation.messages = request.messages;
      const turns = [...conversation.turns.values()].sort((a, b) => a.turn - b.turn);
      writeJson(folder, path, { role, subject, turns });
      return answer;
    },
  };
}

/** A conversation that an earlier run began keeps the turns before the one at which it goes on. */
function resumeConversation(folder: string, path: string, turn: number): OpenConversation {
  const before = turn === 0 ? [] : (loadConversation(folder, path)?.turns ?? []);
  const kept = before.filter((recorded) => recorded.turn < turn);
  return { turns: new Map(kept.map((recorded) => [recorded.turn, recorded])), messages: [] };
}

function recordedTurn(
  request: ModelRequest,
  before: readonly Message[],
  answer: UnparsedAnswer,
): RecordedTurn {
  const { messages } = request;
  const same = messages.findIndex(
    (message, index) => JSON.stringify(message) !== JSON.stringify(before[index]),
  );
  return {
    turn: request.conversation.turn,
    hash: requestHash(request),
    asked: messages.slice(same < 0 ? messages.length : same),
    answer: {
      content: answer.content,
      toolCalls: answer.toolCalls,
      finish: answer.finish,
      model: answer.model,
      usage: answer.usage,
      repairs: answer.repairs,
    },
  };
}

function writeJson(folder: string, path: string, value: unknown): void {
  const file = join(folder, path);
  try {
    makeFolders(dirname(file));
  } catch (thrown) {
    throw new UsageError(`cannot record to ${folder}: ${messageOf(thrown)}`);
  }
  writeFileAtomically(file, `${JSON.stringify(value, null, 2)}\n`);
}
