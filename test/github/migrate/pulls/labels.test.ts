import { expect, test } from '@jest/globals';
import { MIGRATION_LABELS, setLabels } from '../../../../src/github/migrate/pulls/labels.ts';
import { demo, openedAccess } from '../opened-access.ts';

async function opened() {
  const repository = await openedAccess();
  const { data } = await repository.ada.rest.issues.create({
    ...demo,
    title: 'x',
    labels: ['bug'],
  });
  const names = async () => {
    const where = { ...demo, issue_number: data.number };
    const { data: labels } = await repository.ada.rest.issues.listLabelsOnIssue(where);
    return labels.map(({ name }) => name).sort();
  };
  return { ...repository, issue: data.number, names };
}

test('labels that are missing are made, with colour and description, and given', async () => {
  const { access, ada, issue, names } = await opened();
  await setLabels(access, issue, ['migration', 'unproven']);
  expect(await names()).toEqual(['bug', 'rustward: migration', 'rustward: unproven']);
  const { data } = await ada.rest.issues.getLabel({ ...demo, name: 'rustward: unproven' });
  expect(data).toMatchObject(MIGRATION_LABELS.unproven);
});

test('what is not wanted any more goes; labels of people stay', async () => {
  const { access, issue, names } = await opened();
  await setLabels(access, issue, ['migration', 'unproven']);
  await setLabels(access, issue, ['migration', 'blocked']);
  expect(await names()).toEqual(['bug', 'rustward: blocked', 'rustward: migration']);
});

test('a label stays as a person made it look', async () => {
  const { access, ada, issue } = await opened();
  const name = MIGRATION_LABELS.blocked.name;
  await ada.rest.issues.createLabel({ ...demo, name, color: '00ff00', description: 'ours' });
  await setLabels(access, issue, ['blocked']);
  const { data } = await ada.rest.issues.getLabel({ ...demo, name });
  expect(data).toMatchObject({ color: '00ff00', description: 'ours' });
});

test('all that GitHub asks of a label holds', () => {
  for (const { name, color, description } of Object.values(MIGRATION_LABELS)) {
    expect(name.length).toBeLessThanOrEqual(50);
    expect(color).toMatch(/^[0-9a-f]{6}$/);
    expect(description.length).toBeLessThanOrEqual(100);
  }
});
