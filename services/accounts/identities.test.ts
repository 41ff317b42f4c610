import { beforeEach, describe, expect, test } from 'vitest'
import { signInsStream } from '@app/contracts/accounts.ts'
import { newId } from '../kernel/log/ids.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { readStream } from '../kernel/codec.ts'
import { type Events, causeBy } from '../kernel/commands.ts'
import { openMemoryEvents, withLog } from '../kernel/testing/memory-events.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { NAMES } from '../kernel/keys/testing/names.ts'
import type { Addressee } from '../platform/mail/waiting-mail.ts'
import { dyingAfter } from '../kernel/testing/dying-store.ts'
import { accountOf, BY_ANA, now, register, runOn } from './testing/people.ts'
import { changeEmail, emailReaction } from './change-email.ts'
import { createAccountFinder } from './find-account.ts'
import { claimEmail, listAccountIds } from './claim-identity.ts'
import { recordSignIn } from './login.ts'

const EMAIL = 'ana@empresa.example'
const NEW = 'ana@nueva.example'
const ID = NAMES.account(EMAIL)

let store: Events
let loads: number
beforeEach(async () => {
  const plain = await openMemoryEvents(createMemoryLog(), { now, newId })
  store = withLog(plain, {
    readStream: (...wanted) => {
      loads += 1
      return plain.log.readStream(...wanted)
    },
  })
})
const depsOn = (on: Events) => ({ store: on, names: NAMES, now, newId })
async function find(email = EMAIL): Promise<string> {
  loads = 0
  return createAccountFinder(depsOn(store))(email)
}
const claim = (accountId: string, email = EMAIL) =>
  claimEmail(depsOn(store), email, accountId, causeBy({ now, newId }, BY_ANA))
const isTaken = async (email = EMAIL) =>
  expect(claim('bea', email)).rejects.toMatchObject({ code: 'email-taken', field: 'email' })
const erase = (accountId: string) => runOn(store, accountId, { type: 'EraseAccount' })

test('an e-mail with erased accounts of before there were claims has the next one [LOG-7]', async () => {
  for (let erased = 0; erased < 20; erased += 1) {
    const id = NAMES.account(EMAIL, erased)
    expect(await find()).toBe(id)
    await register(store, id)
    expect(await find()).toBe(id)
    await isTaken()
    await erase(id)
  }
})

test('each registration of an e-mail begins an account of its own, found as fast as one that never was [ACC-5]', async () => {
  const ids: string[] = []
  const costs: number[] = []
  for (let life = 0; life < 20; life += 1) {
    ids.push(await find())
    costs.push(loads)
    await claim(ids[life]!)
    // A try that died before its registration is continued by the next.
    expect(await find()).toBe(ids[life])
    await register(store, ids[life])
    expect(await find()).toBe(ids[life])
    await isTaken()
    await erase(ids[life]!)
  }
  expect(ids[0]).toBe(ID)
  expect(new Set([...ids, ...costs]).size).toBe(20 + 1)
  expect(await listAccountIds(depsOn(store), EMAIL)).toEqual([...ids, await find()])
})

test('a sign-in is recorded apart from the account, at most once in ten minutes, even among many at once [LIM-10]', async () => {
  let ms = now().getTime()
  const deps = { store, now: () => new Date(ms), newId }
  const recorded = async () =>
    (await readStream(store, signInsStream('ana'))).map(({ data, meta }) => [data.method, meta.actor.id])
  await Promise.all(Array.from({ length: 8 }, () => recordSignIn(deps, 'ana', 'password')))
  ms += 600_000 - 1
  expect(await recordSignIn(deps, 'ana', 'external')).toBeUndefined()
  expect(await recorded()).toEqual([['password', 'ana']])
  ms += 1
  expect(await recordSignIn(deps, 'ana', 'external')).toMatchObject({ revision: 1n })
  expect((await recorded())[1]).toEqual(['external', 'ana'])
})

describe('a changed e-mail', () => {
  let mails: [Addressee, string][]
  const BY = { kind: 'owner', id: ID } as const
  const change = (email: string, by: 'owner' | 'admin' = 'owner', on = store, accountId = ID) =>
    changeEmail(depsOn(on), { accountId, email, by, actor: BY })
  beforeEach(async () => {
    mails = []
    await register(store, ID)
    await change('first@empresa.example')
    await change(EMAIL)
  })
  /** Over the whole log, as after the loss of its checkpoint. */
  async function react(clock = now): Promise<void> {
    const reaction = emailReaction(async (addressee, contents) => void mails.push([addressee, contents!]))
    for (const event of await wholeLog(store, reaction.types))
      await reaction.react({ ...depsOn(store), now: clock }, event)
  }
  const hasMoved = async () => {
    expect([await find(NEW), (await accountOf(store, ID)).email]).toEqual([ID, NEW])
    await claim('bea')
  }

  test('is the account’s alone, and the former one is free', async () => {
    await change(NEW)
    await react()
    await isTaken(NEW)
    expect(await find()).not.toBe(ID)
    await hasMoved()
    await expect(change(EMAIL)).rejects.toMatchObject({ code: 'email-taken', field: 'email' })
    expect((await accountOf(store, ID)).email).toBe(NEW)
  })

  test('that died between its appends is finished by the same call, or by its reaction [LOG-8]', async () => {
    await expect(change(NEW, 'owner', dyingAfter(1, store))).rejects.toThrow('died')
    await expect(change(NEW, 'owner', dyingAfter(1, store))).rejects.toThrow('died')
    await react()
    await hasMoved()
  })

  test('is told to the former mailbox where its owner did not confirm there, and not of an old log', async () => {
    await react()
    expect(mails).toEqual([])
    await change(NEW, 'admin')
    await react()
    expect(mails).toEqual([
      [{ kind: 'email-changed', subject: `account-${ID}` }, JSON.stringify({ to: EMAIL })],
    ])
    await react(() => new Date(now().getTime() + 25 * 3_600_000))
    expect(mails).toHaveLength(1)
  })
})
