/**
 * Asks the model that the environment describes some questions, a few at a time, and prints the
 * answers in order. Usage: node ask-many.ts COUNT
 */
import { openModel } from '../../src/model/open-model.ts';

const AT_A_TIME = 4;

const count = Number(process.argv[2]);
const opened = openModel({}, process.env, (line) => process.stderr.write(`${line}\n`));
if (opened.kind === 'none') throw new Error(opened.reason);
const { model } = opened;

const answers: string[] = [];
let next = 0;
async function work(): Promise<void> {
  for (let index = next++; index < count; index = next++) {
    const conversation = { role: 'tester', subject: `question ${index}`, turn: 0 };
    const messages = [{ role: 'user' as const, content: `Question ${index}?` }];
    answers[index] = (await model.ask({ tier: 'cheap', conversation, messages })).content;
  }
}
await Promise.all(Array.from({ length: AT_A_TIME }, work));
process.stdout.write(`${JSON.stringify(answers)}\n`);
