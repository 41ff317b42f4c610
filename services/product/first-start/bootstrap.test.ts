import { beforeEach, describe, expect, test } from 'vitest'
import { hashOf } from '../../accounts/find-account.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import type { Account } from '../../accounts/account-state.ts'
import type { SecurityEvent } from '@app/contracts/security-events.ts'
import { account, type AccountCommand } from '../../accounts/account.ts'
import { handle, load, type Naming } from '../../kernel/commands.ts'
import { createMemoryLog } from '../../kernel/log/testing/memory-store.ts'
import { openMemoryEvents } from '../../kernel/testing/memory-events.ts'
import { wholeLog } from '../../kernel/testing/whole-log.ts'
import { newId } from '../../kernel/log/ids.ts'
import { grantAdmin, endRights } from '../../accounts/change-administrators.ts'
import { NAMES } from '../../kernel/keys/testing/names.ts'
import { DEMO_PROFILE_ID, DEMO_SLUG } from '@app/contracts/product.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { deleteProfile } from '../../profiles/create-profile.ts'
import { profile } from '../../profiles/profile.ts'
import { ensureAdministrator, generatePassword, type Founding } from './bootstrap.ts'
import { ensureDemoProfile } from './first-content.ts'

const EMAIL = 'ana@empresa.example'
const PROFILE = '0190b5a0-7c1e-7d3a-8f00-0000000000d1'
const NOW = new Date('2026-11-20T12:00:00.000Z')

/** The data that an installation stores outside the log. Hashing has tests of its own. */
interface Kept {
  /** Hashes of passwords by account and name. */
  readonly hashes: Map<string, string>
  first: string | undefined
  made: number
}

let kept: Kept
beforeEach(() => {
  kept = { hashes: new Map(), first: undefined, made: 0 }
})

async function depsOn(log = createMemoryLog()): Promise<Founding & Naming> {
  const now = (): Date => NOW
  return {
    store: await openMemoryEvents(log, { now, newId }),
    names: NAMES,
    now,
    newId,
    credentials: {
      find: async (id, name) => kept.hashes.get(`${id} ${name}`),
      add: async (id, name, hash) => {
        const isNew = !kept.hashes.has(`${id} ${name}`)
        if (isNew) kept.hashes.set(`${id} ${name}`, hash)
        return isNew
      },
      remove: async (id, name) => void kept.hashes.delete(`${id} ${name}`),
    },
    passwords: {
      hash: async (password) => `hash of ${password}`,
      matches: async (password, hash) => hash === `hash of ${password}`,
    },
    oneAtATime: (work) => work({ assertHeld: async () => undefined }),
    findAccountId: async (email) => `id-${email.split('@')[0]}`,
    newPassword: () => `Made-${(kept.made += 1)}`,
    firstPassword: {
      find: async () => kept.first,
      keep: async (password) => void (kept.first = password),
      forget: async () => void (kept.first = undefined),
    },
  }
}

/** The part of a product's start that concerns the administrator. */
async function start(deps: Founding & Naming, password?: string) {
  const administrator = await ensureAdministrator(deps, { email: EMAIL, password })
  await ensureDemoProfile(deps, administrator.id)
  await deps.firstPassword.forget()
  const types = (await wholeLog(deps.store)).map(({ type }) => type)
  return { ...administrator, hash: await hashThatHolds(deps, administrator.id), types }
}

async function hashThatHolds(deps: Founding, id: string): Promise<string | undefined> {
  return hashOf(deps, id, await stateOf(deps))
}

async function stateOf(deps: Founding): Promise<Account> {
  const { state } = await load(deps.store, account, accountStream(await deps.findAccountId(EMAIL)))
  return state
}

const BY_TEST = {
  actor: { kind: 'system', id: 'test' },
  occurredAt: NOW.toISOString(),
  correlationId: 'test',
} as const

const FIRST_TYPES = [
  'StoreCreated',
  'IdentityClaimed',
  'AccountRegistered',
  'AccountActivated',
  'AdminGranted',
  'AdministratorListed',
  'SlugClaimed',
  'ProfileCreated',
]

test('the first start creates an administrator and shows a password; later starts change nothing [RUN-10]', async () => {
  const deps = await depsOn()
  const first = await start(deps)
  expect(first).toMatchObject({ isNew: true, generatedPassword: 'Made-1', hash: 'hash of Made-1' })
  expect(first.types).toEqual(FIRST_TYPES)
  expect(await start(deps)).toMatchObject({
    isNew: false,
    generatedPassword: undefined,
    hash: 'hash of Made-1',
    types: FIRST_TYPES,
  })
})

test('the next start shows the password of a start that was interrupted before it showed it', async () => {
  const deps = await depsOn()
  await ensureAdministrator(deps, { email: EMAIL, password: undefined })
  expect(await start(deps)).toMatchObject({
    isNew: true,
    generatedPassword: 'Made-1',
    hash: 'hash of Made-1',
  })
})

test('a start on another log shows a new password, because no event names the stored one', async () => {
  await start(await depsOn())
  expect(await start(await depsOn())).toMatchObject({
    isNew: true,
    generatedPassword: 'Made-2',
    hash: 'hash of Made-2',
    types: FIRST_TYPES,
  })
})

test('a start with another database shows a new password for the log’s administrator', async () => {
  const deps = await depsOn()
  await start(deps)
  kept.hashes.clear()
  expect(await start(deps)).toMatchObject({
    isNew: true,
    generatedPassword: 'Made-2',
    hash: 'hash of Made-2',
    types: [...FIRST_TYPES, 'PasswordChanged'],
  })
})

describe('the password in the settings', () => {
  const changeTo = async (deps: Founding, password: string): Promise<void> => {
    const id = await deps.findAccountId(EMAIL)
    kept.hashes.set(`${id} changed`, `hash of ${password}`)
    await handle(deps.store, account, {
      stream: accountStream(id),
      command: { type: 'ReplacePassword', by: 'system', credentialId: 'changed' },
      cause: BY_TEST,
      newId,
    })
  }

  test('is the first one, and never undoes a change by its owner', async () => {
    const deps = await depsOn()
    expect(await start(deps, 'Chosen-1')).toMatchObject({ isNew: true, hash: 'hash of Chosen-1' })
    await changeTo(deps, 'Owners-1')
    for (const again of ['Chosen-1', undefined, 'Chosen-2'])
      expect(await start(deps, again)).toMatchObject({ isNew: false, hash: 'hash of Owners-1' })
  })

  test('does not return from an interrupted start either', async () => {
    const deps = await depsOn()
    await ensureAdministrator(deps, { email: EMAIL, password: undefined })
    await changeTo(deps, 'Owners-1')
    expect(await start(deps)).toMatchObject({
      isNew: false,
      generatedPassword: undefined,
      hash: 'hash of Owners-1',
    })
  })
})

test('a deactivated administrator stays off the list, so the last administrator remains the last', async () => {
  const deps = await depsOn()
  const { id } = await start(deps)
  const other = await ensureAdministrator(deps, { email: 'luis@empresa.example', password: 'Chosen-1' })
  const actor = { kind: 'system', id: 'test' } as const
  await grantAdmin(deps, other.id, actor)
  await endRights(deps, id, 'Deactivate', actor)
  const { types } = await start(deps)
  expect(types.slice(-2)).toEqual(['AdministratorDelisted', 'AccountDeactivated'])
  await expect(endRights(deps, other.id, 'RevokeAdmin', actor)).rejects.toMatchObject({
    code: 'last-administrator',
  })
})

describe('an address that was registered before it became the administrator’s', () => {
  const register = async (deps: Founding, ...more: readonly AccountCommand[]): Promise<void> => {
    const id = await deps.findAccountId(EMAIL)
    kept.hashes.set(`${id} theirs`, 'hash of Theirs-1')
    const registering = { name: 'X', email: EMAIL, credentialId: 'theirs', consent: 'test' }
    for (const command of [{ type: 'Register', ...registering } as const, ...more])
      await handle(deps.store, account, { stream: accountStream(id), command, cause: BY_TEST, newId })
  }
  const activate = {
    type: 'Activate',
    code: 'K7WM-3XQA-9PZT',
    maxProfiles: 1,
    profileId: PROFILE,
  } as const

  test.each([
    [undefined, 'no card', []],
    // Sessions end even if the stranger chose the same password.
    ['Theirs-1', 'no card', []],
    ['Chosen-1', 'a card', [activate]],
  ])('gets another password before any right (settings have %s, with %s)', async (setting, _card, more) => {
    const logged: SecurityEvent[] = []
    const deps = { ...(await depsOn()), securityLog: (event: SecurityEvent) => logged.push(event) }
    await register(deps, ...more)
    const versionOf = async () => (await stateOf(deps)).sessionVersion
    const before = await versionOf()
    const { hash, types, generatedPassword } = await start(deps, setting)
    expect(logged).toEqual([
      { event: 'admin-granted', account: await deps.findAccountId(EMAIL), by: 'settings' },
    ])
    expect(generatedPassword).toBe(setting === undefined ? 'Made-1' : undefined)
    expect([...kept.hashes.values()]).toEqual([hash])
    expect(hash).toBe(`hash of ${setting ?? 'Made-1'}`)
    const changed = types.indexOf('PasswordChanged')
    expect(types.slice(changed, changed + 2)).toEqual(['PasswordChanged', 'AdminGranted'])
    expect(await versionOf()).toBeGreaterThan(before)
    await start(deps, setting)
    expect(logged).toHaveLength(1)
  })

  test('never has the right together with its old password, even if it is registered during the start', async () => {
    const deps = await depsOn()
    const oneAtATime: Founding['oneAtATime'] = (work) => work({ assertHeld: () => register(deps) })
    const { id } = await ensureAdministrator({ ...deps, oneAtATime }, { email: EMAIL, password: undefined })
    const types = (await wholeLog(deps.store)).map(({ type }) => type)
    expect(types.slice(1, 5)).toEqual([
      'AccountRegistered',
      'IdentityClaimed',
      'PasswordChanged',
      'AdminGranted',
    ])
    expect(await hashThatHolds(deps, id)).toBe('hash of Made-1')
  })

  test('keeps its password if its owner has proven to have the mailbox', async () => {
    const deps = await depsOn()
    const reset = { type: 'ResetPassword', email: EMAIL, replaces: 'theirs', credentialId: 'theirs' } as const
    await register(deps, reset)
    const { hash, generatedPassword, types } = await start(deps)
    expect([hash, generatedPassword]).toEqual(['hash of Theirs-1', undefined])
    expect(types).toContain('AdminGranted')
  })
})

const now = (): Date => new Date('2026-11-20T12:00:00.000Z')
const stream = profileStream(DEMO_PROFILE_ID)

test('the demo profile is created once, under its reserved address', async () => {
  const store = await openMemoryEvents(createMemoryLog(), { now, newId })
  await ensureDemoProfile({ store, names: NAMES, now, newId }, 'admin')
  const head = await store.log.headPosition()
  await ensureDemoProfile({ store, names: NAMES, now, newId }, 'somebody else')
  expect((await load(store, profile, stream)).state).toMatchObject({ slug: DEMO_SLUG, ownerId: 'admin' })
  expect(await store.log.headPosition()).toBe(head)
})

test('a deleted demo profile stays deleted, and the product starts', async () => {
  const store = await openMemoryEvents(createMemoryLog(), { now, newId })
  await ensureDemoProfile({ store, names: NAMES, now, newId }, 'admin')
  await deleteProfile({ store, now, newId }, DEMO_PROFILE_ID, { kind: 'admin', id: 'admin' })
  await ensureDemoProfile({ store, names: NAMES, now, newId }, 'admin')
  expect((await load(store, profile, stream)).state.status).toBe('deleted')
})

test('a new password has four readable groups, uses the whole range of chance, and is one of more than 2^66', () => {
  const ranges: number[] = []
  const lowest = generatePassword((n) => {
    ranges.push(n)
    return 0
  })
  expect([lowest, generatePassword((n) => n - 1)]).toEqual(['Aaa2-Aaa2-Aaa2-Aaa2', 'Zzz9-Zzz9-Zzz9-Zzz9'])
  expect(generatePassword((n) => Math.floor(n / 2))).not.toMatch(/[IO01l]/)
  expect(ranges.reduce((bits, choices) => bits + Math.log2(choices), 0)).toBeGreaterThan(66)
})
