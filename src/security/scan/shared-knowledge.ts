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

/** Both versions of a review. */
const MAX_UNPACKED = 2;

/** Unpacks knowledge, once for each round, and keeps that of the last two rounds: those of a review take turns. */
export class KnowledgeUnpacker {
  /** By its round, the last that was asked for at the end. */
  private readonly unpacked = new Map<number, ProjectKnowledge>();

  unpack(shared: SharedKnowledge | undefined): ProjectKnowledge {
    if (shared === undefined) return NO_PROJECT;
    const { round, bytes } = shared;
    const known = this.unpacked.get(round);
    this.unpacked.delete(round);
    // The oldest goes before there is a third.
    for (const oldest of this.unpacked.keys())
      if (this.unpacked.size >= MAX_UNPACKED) this.unpacked.delete(oldest);
    const knowledge = known ?? (deserialize(Buffer.from(bytes)) as ProjectKnowledge);
    this.unpacked.set(round, knowledge);
    return knowledge;
  }
}
