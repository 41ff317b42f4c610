import { beforeEach, expect, test } from 'vitest'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import type { Events } from '../kernel/commands.ts'
import { openMemoryEvents } from '../kernel/testing/memory-events.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { newId } from '../kernel/log/ids.ts'
import { NAMES } from '../kernel/keys/testing/names.ts'
import type { Addressee } from '../platform/mail/waiting-mail.ts'
import { causeBy } from '../kernel/command-context.ts'
import { dyingAfter } from '../kernel/testing/dying-store.ts'
import { accountOf, now, register } from './testing/people.ts'
import { changeEmail, emailReaction } from './change-email.ts'
import { claimEmail } from './claim-identity.ts'
import { createAccountFinder } from './find-account.ts'

const FORMER = 'ana@empresa.example'
const NEW = 'ana@nueva.example'
const ID = NAMES.account(FORMER)
const BY = { kind: 'owner', id: ID } as const

let store: Events
let mails: [Addressee, string][]
const depsOn = (on: Events) => ({ store: on, names: NAMES, now, newId })
beforeEach(async () => {
  store = await openMemoryEvents(createMemoryLog(), { now, newId })
  mails = []
  await register(store, ID)
  await change('first@empresa.example')
  await change(FORMER)
})

function change(email: string, by: 'owner' | 'provider' = 'owner', on = store) {
  return changeEmail(depsOn(on), { accountId: ID, email, by, actor: BY })
}
const find = (email: string) => createAccountFinder({ store, names: NAMES })(email)
const claim = (email: string) => claimEmail(depsOn(store), email, 'bea', causeBy({ now, newId }, BY))

/** Over the whole log, as after the loss of its checkpoint. */
async function react(clock = now): Promise<void> {
  const { types, react: reactTo } = emailReaction(
    async (addressee, contents) => void mails.push([addressee, contents!]),
  )
  for (const event of await wholeLog(store, types)) await reactTo({ ...depsOn(store), now: clock }, event)
}

test('a changed e-mail is the account’s alone, and the former one is free', async () => {
  await change(NEW)
  await react()
  expect([await find(NEW), (await accountOf(store, ID)).email]).toEqual([ID, NEW])
  await expect(claim(NEW)).rejects.toMatchObject({ code: 'email-taken' })
  expect(await find(FORMER)).not.toBe(ID)
  await claim(FORMER)
  await expect(change(FORMER)).rejects.toMatchObject({ code: 'email-taken', field: 'email' })
  expect((await accountOf(store, ID)).email).toBe(NEW)
})

test.each([1, 2])('a change that died after %i appends is finished [LOG-8]', async (appends) => {
  await expect(change(NEW, 'owner', dyingAfter(appends, store))).rejects.toThrow('died')
  if (appends === 1) await change(NEW)
  else await react()
  expect([await find(NEW), (await accountOf(store, ID)).email]).toEqual([ID, NEW])
  await claim(FORMER)
})

test('one of two accounts that want an e-mail at once gets it', async () => {
  await register(store, 'luis')
  const theirs = { accountId: 'luis', email: NEW, by: 'owner', actor: BY } as const
  const outcomes = await Promise.allSettled([change(NEW), changeEmail(depsOn(store), theirs)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const emails = [(await accountOf(store, ID)).email, (await accountOf(store, 'luis')).email]
  expect(emails.filter((email) => email === NEW)).toHaveLength(1)
})

test('the former mailbox gets a line where its owner did not confirm there, and none of an old log', async () => {
  await react()
  expect(mails).toEqual([])
  await changeEmail(depsOn(store), { accountId: ID, email: NEW, by: 'admin', actor: BY })
  await react()
  expect(mails).toEqual([
    [{ kind: 'email-changed', subject: `account-${ID}` }, JSON.stringify({ to: FORMER })],
  ])
  await react(() => new Date(now().getTime() + 25 * 3_600_000))
  expect(mails).toHaveLength(1)
})
