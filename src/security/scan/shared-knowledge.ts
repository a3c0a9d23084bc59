import { deserialize, serialize } from 'node:v8';
import { NO_PROJECT, type ProjectKnowledge } from '../../code/flow/project/project-knowledge.ts';

/**
 * What all files tell the analysis of each, once in memory that threads share.
 * `round` tells one state of knowledge from the next.
 */
export interface SharedKnowledge {
  readonly round: number;
  readonly bytes: SharedArrayBuffer;
}

/** Packs knowledge so that sending it with every task costs nothing. */
export function shareKnowledge(knowledge: ProjectKnowledge, round: number): SharedKnowledge {
  const packed = serialize(knowledge);
  const bytes = new SharedArrayBuffer(packed.length);
  new Uint8Array(bytes).set(packed);
  return { round, bytes };
}

/** Unpacks knowledge, once for each round. */
export class KnowledgeUnpacker {
  private round = -1;
  private knowledge: ProjectKnowledge = NO_PROJECT;

  unpack(shared: SharedKnowledge | undefined): ProjectKnowledge {
    if (shared === undefined) return NO_PROJECT;
    if (shared.round !== this.round) {
      this.knowledge = deserialize(Buffer.from(shared.bytes)) as ProjectKnowledge;
      this.round = shared.round;
    }
    return this.knowledge;
  }
}
