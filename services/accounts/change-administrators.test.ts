import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream, ADMINISTRATORS_STREAM } from '@app/contracts/accounts.ts'
import { account } from './account.ts'
import { administrators } from './administrators.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { load, type Events } from '../kernel/commands.ts'
import { openMemoryEvents, withLog } from '../kernel/testing/memory-events.ts'
import { dyingAfter } from '../kernel/testing/dying-store.ts'
import { accountOf, now, prove, register } from './testing/people.ts'
import { endRights, grantAdmin, reactivateAccount } from './change-administrators.ts'

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
const revoke = (id: string, on = store) => endRights(deps(on), id, 'RevokeAdmin', STAFF)
const deactivate = (id: string, on = store) => endRights(deps(on), id, 'Deactivate', STAFF)
const reactivate = (id: string, on = store) => reactivateAccount(deps(on), id, STAFF)
const erase = (id: string, on = store) => endRights(deps(on), id, 'RequestErasure', STAFF)

const listed = async () => [...(await load(store, administrators, ADMINISTRATORS_STREAM)).state.ids].sort()
const acting = async () => {
  const found: string[] = []
  for (const id of [ANA, BEA, CARO, DINA]) {
    const { state } = await load(store, account, accountStream(id))
    if (state.status === 'registered' && state.isAdmin && state.isActive) found.push(id)
  }
  return found
}
/** Listed accounts are administrators, and the other way round. */
async function expectAdministrators(...ids: readonly string[]): Promise<void> {
  expect([await listed(), await acting()]).toEqual([ids, ids])
}
const LAST = { code: 'last-administrator' }

test('an administrator is granted once, to an active account, and has to sign in again where nobody had proven the mailbox', async () => {
  expect([await grant(ANA), await grant(ANA)]).toEqual([true, false])
  await register(store, DINA)
  const granting = () => grantAdmin(deps(), DINA, STAFF)
  expect(await granting()).toEqual({ isNew: true, hasEndedLogins: true })
  expect(await granting()).toEqual({ isNew: false, hasEndedLogins: false })
  expect(await accountOf(store, DINA)).toMatchObject({ hasPassword: false, isAdmin: true })
  for (const change of [grant, revoke, deactivate, reactivate, erase])
    await expect(change('nobody')).rejects.toMatchObject({ code: 'not-found' })
  await deactivate(BEA)
  await expect(grant(BEA)).rejects.toMatchObject({ code: 'conflict' })
  await expectAdministrators(ANA, DINA)
})

test('an administrator loses the right and the sessions, and none while deactivated counts, if another one is left', async () => {
  await grant(ANA)
  await grant(BEA)
  const { sessionVersion } = await accountOf(store, ANA)
  expect([await revoke(ANA), await revoke(ANA)]).toEqual([true, false])
  await expectAdministrators(BEA)
  expect((await accountOf(store, ANA)).sessionVersion).toBe(sessionVersion + 1)
  await grant(ANA)
  expect([await deactivate(ANA), await deactivate(ANA)]).toEqual([true, false])
  await expectAdministrators(BEA)
  for (const take of [revoke, deactivate, erase]) await expect(take(BEA)).rejects.toMatchObject(LAST)
  expect([await reactivate(ANA), await reactivate(ANA)]).toEqual([true, false])
  await expectAdministrators(ANA, BEA)
})

test('an administrator who cannot sign in, because nobody has proven the mailbox, does not count until they can', async () => {
  await register(store, DINA)
  await grant(ANA)
  await grant(DINA)
  for (const take of [revoke, deactivate, erase]) await expect(take(ANA)).rejects.toMatchObject(LAST)
  await expectAdministrators(ANA, DINA)
  await prove(store, DINA)
  expect(await revoke(ANA)).toBe(true)
  await expectAdministrators(DINA)
})

test('the same call again finishes an interrupted one', async () => {
  const steps: readonly (readonly [step: (on?: Events) => Promise<boolean>, after: readonly string[]])[] = [
    [(on) => grant(ANA, on), [ANA]],
    [(on) => grant(BEA, on), [ANA, BEA]],
    [(on) => revoke(ANA, on), [BEA]],
    [(on) => grant(ANA, on), [ANA, BEA]],
    [(on) => deactivate(BEA, on), [ANA]],
    [(on) => reactivate(BEA, on), [ANA, BEA]],
  ]
  for (const [step, after] of steps) {
    for (const appends of [0, 1]) {
      await expect(step(dyingAfter(appends, store))).rejects.toThrow('the process died')
      const acts = await acting()
      // A listed account must be an administrator: otherwise the last real one could be removed.
      expect((await listed()).filter((id) => !acts.includes(id))).toEqual([])
    }
    await step()
    await expectAdministrators(...after)
  }
})

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

for (const take of [revoke, deactivate]) {
  test(`of two administrators who ${take === revoke ? 'lose their right' : 'are deactivated'} at once exactly one does [ACC-11]`, async () => {
    await grant(ANA)
    await grant(BEA)
    const outcomes = await Promise.allSettled([take(ANA), take(BEA)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: LAST })
    const left = await acting()
    expect(left).toHaveLength(1)
    expect(await listed()).toEqual(left)
  })

  test(`an account that is granted and ${take === revoke ? 'revoked' : 'deactivated'} at once is listed only if it has the right`, async () => {
    await grant(CARO)
    await grant(
      ANA,
      interrupted(ADMINISTRATORS_STREAM, () => take(ANA)),
    )
    await expectAdministrators(CARO)
    await reactivate(ANA)
    await grant(ANA)
    await take(
      ANA,
      interrupted(accountStream(ANA), () => grant(ANA)),
    )
    await expectAdministrators(CARO)
  })
}
