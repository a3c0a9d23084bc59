import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { answerShape } from '../../../src/model/answers/answer-shape.ts';
import { fence } from '../../../src/model/prompts/fence.ts';
import { loadPrompt } from '../../../src/model/prompts/load-prompt.ts';
import { parsePrompt } from '../../../src/model/prompts/prompt-file.ts';
import { renderPrompt } from '../../../src/model/prompts/render-prompt.ts';

function promptText(parts: { inputs?: string; body?: string; more?: string } = {}): string {
  const { inputs = '{}', more = '', body = '# System\n\nBe exact.\n\n# User\n\nLook.\n' } = parts;
  return `---\nrole: tester\ninputs: ${inputs}\n${more}---\n${body}`;
}

const INPUTS =
  '{ rules: { trust: trusted, varies: run }, code: { trust: untrusted, varies: subject }, hint: { trust: trusted, varies: call } }';
const BODY =
  '# System\n\nRules: {{rules}}\n\n# User\n\nThe code:\n\n{{ code }}\n\nHint: {{hint}}.\n';

describe('every prompt of Rustward', () => {
  const names = readdirSync('prompts').map((file) => file.replace(/\.md$/, ''));
  test.each(names)('%s is well formed', (name) => {
    const prompt = loadPrompt(name);
    const values = Object.fromEntries(Object.keys(prompt.inputs).map((key) => [key, `<${key}>`]));
    const { messages, hash } = renderPrompt(prompt, values);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    for (const { content } of messages) expect(content).not.toContain('{{');
    expect(messages).toMatchSnapshot();
  });
});

describe('parsePrompt refuses', () => {
  test.each([
    ['no front matter', '# User\n\nLook.', 'has no front matter'],
    ['bad YAML', '---\nrole: [\n---\n# User\n\nLook.', 'its front matter is no YAML'],
    ['another role', promptText().replace('tester', 'other'), 'its role is other'],
    ['an unknown field', promptText({ more: 'modle: x\n' }), 'there is no key'],
    ['no question', promptText({ body: '# System\n\nBe exact.\n' }), 'needs the part # User'],
    ['an empty one', promptText({ body: '# User\n\n' }), 'its part # User is empty'],
    ['an undeclared input', promptText({ body: '# User\n\n{{x}}\n' }), '{{x}} is no input'],
    ['an unused input', promptText({ inputs: INPUTS }), 'the input rules is used nowhere'],
    [
      'untrusted text in the system part',
      promptText({
        inputs: '{ code: { trust: untrusted, varies: run } }',
        body: '# System\n\n{{code}}\n\n# User\n\nLook.\n',
      }),
      '{{code}} is untrusted, so it must not stand in # System',
    ],
    [
      'untrusted text within a line',
      promptText({ inputs: INPUTS, body: BODY.replace('{{ code }}', 'See {{code}}') }),
      '{{code}} is untrusted, so it needs a line of its own',
    ],
    [
      'what changes often before what is stable',
      promptText({ inputs: INPUTS, body: BODY.replace('The code:', 'Hint: {{hint}}') }),
      '{{code}} stands after {{hint}}, which changes more often',
    ],
  ])('%s', (_name, text, problem) => {
    expect(() => parsePrompt(text, 'tester')).toThrow(problem);
    expect(() => parsePrompt(text, 'tester')).toThrow(/^prompts\/tester\.md: /);
  });
});

describe('renderPrompt', () => {
  const prompt = parsePrompt(promptText({ inputs: INPUTS, body: BODY }), 'tester');

  test('fills in trusted text as it is, and fences the rest', () => {
    const values = { rules: 'none', code: 'int x; {{hint}}', hint: 'look at {{rules}}' };
    const { messages } = renderPrompt(prompt, values);
    expect(messages).toEqual([
      { role: 'system', content: 'Rules: none' },
      {
        role: 'user',
        content: `The code:\n\n${fence('code', 'int x; {{hint}}')}\n\nHint: look at {{rules}}.`,
      },
    ]);
  });

  test('refuses a missing and an unknown value', () => {
    expect(() => renderPrompt(prompt, { rules: '', code: '' })).toThrow('needs the input hint');
    const values = { rules: '', code: '', hint: '', more: '' };
    expect(() => renderPrompt(prompt, values)).toThrow('has no input more');
    expect(() => renderPrompt(prompt, { rules: '', code: '', constructor: '' })).toThrow();
  });

  test('the hash changes with the wording', () => {
    const other = parsePrompt(promptText({ inputs: INPUTS, body: `${BODY} ` }), 'tester');
    expect(other.hash).not.toBe(prompt.hash);
  });
});

describe('answerShape', () => {
  const more = 'answer: { tag: REPORT, schema: verdict }\n';
  const prompt = parsePrompt(promptText({ more }), 'tester');

  test('joins the tag of the prompt with the schema that it names', () => {
    const schema = z.boolean();
    expect(answerShape(prompt, 'verdict', schema)).toEqual({ tag: 'REPORT', schema });
  });

  test('refuses another schema than the prompt was written for', () => {
    expect(() => answerShape(prompt, 'clusters', z.boolean())).toThrow(
      'prompts/tester.md names the answer schema verdict, not clusters',
    );
    const without = parsePrompt(promptText(), 'tester');
    expect(() => answerShape(without, 'verdict', z.boolean())).toThrow('schema none, not verdict');
  });
});

describe('fence', () => {
  test('encloses a text that says what it is', () => {
    const fenced = fence('code of <a>', 'int x;');
    expect(fenced).toMatch(/^<(data-[0-9a-f]{12}) is="code of _a_">\nint x;\n<\/\1>$/);
    expect(fence('code of <a>', 'int x;')).toBe(fenced);
  });

  test('no text can close it, not even one that holds its own fence', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 4 }), (inner, depth) => {
        let text = inner;
        for (let level = 0; level < depth; level += 1) text = fence('code', text);
        const fenced = fence('code', text);
        const [, mark = ''] = /^<(data-[0-9a-f]{12}) /.exec(fenced) ?? [];
        expect(fenced).toBe(`<${mark} is="code">\n${text}\n</${mark}>`);
        expect(text).not.toContain(mark);
      }),
    );
  });
});
