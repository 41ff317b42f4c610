import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { ADMINISTRATORS_STREAM } from '@app/contracts/accounts/administrator-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { account } from './account.ts'
import { administrators } from './administrators.ts'
import { load, type Events } from '../kernel/commands.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { openMemoryEvents, withLog } from '../kernel/testing/memory-events.ts'
import {
  deactivateAccount,
  grantAdmin,
  reactivateAccount,
  requestErasure,
  revokeAdmin,
} from './change-administrators.ts'
import { dyingAfter } from '../kernel/testing/dying-store.ts'
import { accountOf, now, prove, register } from './testing/people.ts'

const STAFF: Actor = { kind: 'system', id: 'test' }
const [ANA, BEA, CARO, DINA] = ['ana', 'bea', 'caro', 'dina']

let store: Events
beforeEach(async () => {
  store = await openMemoryEvents(createMemoryLog(), { now, newId: randomUUID })
  for (const id of [ANA, BEA, CARO]) {
    await register(store, id)
    await prove(store, id)
  }
})

const deps = (on = store) => ({ store: on, now, newId: randomUUID })
const grant = async (id: string, on = store) => (await grantAdmin(deps(on), id, STAFF)).isNew
const revoke = (id: string, on = store) => revokeAdmin(deps(on), id, STAFF)
const deactivate = (id: string, on = store) => deactivateAccount(deps(on), id, STAFF)
const reactivate = (id: string, on = store) => reactivateAccount(deps(on), id, STAFF)

const listed = async () => [...(await load(store, administrators, ADMINISTRATORS_STREAM)).state.ids].sort()
const acting = async () => {
  const found: string[] = []
  for (const id of [ANA, BEA, CARO, DINA]) {
    const { state } = await load(store, account, accountStream(id))
    if (state.status === 'unknown') continue
    const { isAdmin, isActive } = state
    if (isAdmin && isActive) found.push(id)
  }
  return found
}
/** Listed accounts are administrators, and the other way round. */
async function expectAdministrators(...ids: readonly string[]): Promise<void> {
  expect([await listed(), await acting()]).toEqual([ids, ids])
}
const LAST = { code: 'last-administrator' }

test('an administrator is granted to an account, once', async () => {
  expect([await grant(ANA), await grant(ANA)]).toEqual([true, false])
  await expectAdministrators(ANA)
})

test('an administrator has to sign in again if nobody had proven the mailbox, and this is reported once', async () => {
  await register(store, DINA)
  const granting = () => grantAdmin(deps(), DINA, STAFF)
  expect(await granting()).toEqual({ isNew: true, hasEndedLogins: true })
  expect(await granting()).toEqual({ isNew: false, hasEndedLogins: false })
  expect(await accountOf(store, DINA)).toMatchObject({ hasPassword: false, isAdmin: true })
})

test('an administrator is not granted without an account, or to a deactivated one', async () => {
  await expect(grant('nobody')).rejects.toMatchObject({ code: 'not-found' })
  await deactivate(ANA)
  await expect(grant(ANA)).rejects.toMatchObject({ code: 'conflict' })
  await expectAdministrators()
})

test('an administrator loses the right and the sessions if another one is left', async () => {
  await grant(ANA)
  await grant(BEA)
  const { sessionVersion } = await accountOf(store, ANA)
  expect([await revoke(ANA), await revoke(ANA)]).toEqual([true, false])
  await expectAdministrators(BEA)
  expect((await accountOf(store, ANA)).sessionVersion).toBe(sessionVersion + 1)
})

test('an administrator who is the last one stays: neither revoked nor deactivated', async () => {
  await grant(ANA)
  await expect(revoke(ANA)).rejects.toMatchObject(LAST)
  await expect(deactivate(ANA)).rejects.toMatchObject(LAST)
  await expectAdministrators(ANA)
})

test('an administrator who cannot sign in, because nobody has proven the mailbox, does not count until they can', async () => {
  await register(store, DINA)
  await grant(ANA)
  await grant(DINA)
  for (const take of [revoke, deactivate]) await expect(take(ANA)).rejects.toMatchObject(LAST)
  await expect(requestErasure(deps(), ANA, STAFF)).rejects.toMatchObject(LAST)
  await expectAdministrators(ANA, DINA)
  await prove(store, DINA)
  expect(await revoke(ANA)).toBe(true)
  await expectAdministrators(DINA)
})

test('an administrator who is deactivated does not count until reactivated', async () => {
  await grant(ANA)
  await grant(BEA)
  expect([await deactivate(ANA), await deactivate(ANA)]).toEqual([true, false])
  await expectAdministrators(BEA)
  await expect(revoke(BEA)).rejects.toMatchObject(LAST)
  expect([await reactivate(ANA), await reactivate(ANA)]).toEqual([true, false])
  await expectAdministrators(ANA, BEA)
})

test('the same call again finishes an interrupted one', async () => {
  const steps: readonly ((on?: Events) => Promise<boolean>)[] = [
    (on) => grant(ANA, on),
    (on) => grant(BEA, on),
    (on) => revoke(ANA, on),
    (on) => grant(ANA, on),
    (on) => deactivate(BEA, on),
    (on) => reactivate(BEA, on),
  ]
  const after = [[ANA], [ANA, BEA], [BEA], [ANA, BEA], [ANA], [ANA, BEA]]
  for (const [index, step] of steps.entries()) {
    for (const appends of [0, 1]) {
      await expect(step(dyingAfter(appends, store))).rejects.toThrow('the process died')
      const acts = await acting()
      // A listed account must be an administrator: otherwise the last real one could be removed.
      expect((await listed()).filter((id) => !acts.includes(id))).toEqual([])
    }
    await step()
    await expectAdministrators(...after[index]!)
  }
})

test.each([
  ['revoked', revoke],
  ['deactivated', deactivate],
] as const)('of two administrators who are %s at once exactly one is', async (_word, take) => {
  await grant(ANA)
  await grant(BEA)
  const outcomes = await Promise.allSettled([take(ANA), take(BEA)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = outcomes.find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: expect.any(Refusal) })
  expect(refused).toMatchObject({ reason: LAST })
  const left = await acting()
  expect(left).toHaveLength(1)
  expect(await listed()).toEqual(left)
})

describe('an account that is granted and revoked at once is listed only if it has the right:', () => {
  beforeEach(() => grant(CARO))

  /** Another command runs right before the append to a stream. */
  function interrupted(stream: string, work: () => Promise<unknown>): Events {
    let isDone = false
    return withLog(store, {
      append: async (to, ...rest) => {
        if (to === stream && !isDone) {
          isDone = true
          await work()
        }
        return store.log.append(to, ...rest)
      },
    })
  }

  test.each([
    ['revoked', revoke],
    ['deactivated', deactivate],
  ] as const)('%s between the grant and the list', async (_word, take) => {
    await grant(
      ANA,
      interrupted(ADMINISTRATORS_STREAM, () => take(ANA)),
    )
    await expectAdministrators(CARO)
  })

  test.each([
    ['revoked', revoke],
    ['deactivated', deactivate],
  ] as const)('granted between the list and being %s', async (_word, take) => {
    await grant(ANA)
    await take(
      ANA,
      interrupted(accountStream(ANA), () => grant(ANA)),
    )
    await expectAdministrators(CARO)
  })
})
