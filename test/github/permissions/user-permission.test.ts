import { expect, test } from '@jest/globals';
import { fetchPermission, isBot } from '../../../src/github/permissions/user-permission.ts';
import { openedAccess } from '../migrate/opened-access.ts';

/** A repository of `ada`, and what somebody with a role may do in it. */
async function opened() {
  const { github, ada, access } = await openedAccess();
  const idOf = async (username: string) =>
    (await ada.rest.users.getByUsername({ username })).data.id;
  return {
    permissionOf: async (login: string, id?: number) =>
      await fetchPermission(access, { login, id: id ?? (await idOf(login)) }),
    github,
    idOf,
  };
}

test('who may push writes, who may triage or read reads', async () => {
  const { github, permissionOf } = await opened();
  expect(await permissionOf('ada')).toBe('write');
  for (const role of ['admin', 'maintain', 'write'] as const) {
    github.setRole('ada/demo', 'wanda', role);
    expect([role, await permissionOf('wanda')]).toEqual([role, 'write']);
  }
  for (const role of ['triage', 'read'] as const) {
    github.setRole('ada/demo', 'wanda', role);
    expect([role, await permissionOf('wanda')]).toEqual([role, 'read']);
  }
});

test('a login that belongs to another account by now may do nothing', async () => {
  const { permissionOf, idOf } = await opened();
  const [wanda, rita] = [await idOf('wanda'), await idOf('rita')];
  expect(await permissionOf('wanda', wanda)).toBe('write');
  expect(await permissionOf('wanda', rita)).toBeUndefined();
});

test('neither an app nor an account that is gone may do anything', async () => {
  const { permissionOf, idOf } = await opened();
  expect(await permissionOf('ward[bot]', await idOf('ward[bot]'))).toBeUndefined();
  expect(await permissionOf('nobody', 1)).toBeUndefined();
  expect([isBot({ login: 'ward[bot]' }), isBot({ login: 'bot' })]).toEqual([true, false]);
});
