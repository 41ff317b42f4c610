import { beforeEach, expect, test } from 'vitest'
import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { account, type AccountCommand } from '@app/domain/account.ts'
import { handle } from '@app/event-store/handle.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/memory/memory-store.ts'
import { newId } from '@app/event-store/ids.ts'

/** Two proofs of one mailbox, of which the second comes between what the first has read and what it writes. */

const NOW = '2026-11-20T12:00:00.000Z'
const ANA = '0199a000-0000-8000-8000-00000000000a'
const PERSON = { name: 'Ana', email: 'ana@correo.example', consent: 'register-2026-11' }
const register = { type: 'Register', ...PERSON, credentialId: 'strangers' } as const
const askForLink = {
  type: 'RequestPasswordReset',
  tokenHash: 'hash',
  expiresAt: '2026-11-20T13:00:00.000Z',
} as const
const reset = { type: 'ResetPassword', tokenHash: 'hash', now: NOW, credentialId: 'owners' } as const
const change = {
  type: 'ReplacePassword',
  by: 'owner',
  credentialId: 'strangers next',
  replaces: 'strangers',
} as const
const comeBy = (issuer: string) =>
  ({ type: 'RegisterExternally', ...PERSON, issuer, subject: 'ana' }) as const

let store: EventStore
beforeEach(async () => {
  store = await openMemoryEventStore(createMemoryLog(), { now: () => new Date(NOW), newId })
  for (const command of [register, askForLink]) await run(command)
})

const run = (command: AccountCommand, on = store) =>
  handle(on, account, {
    stream: accountStream(ANA),
    command,
    cause: { actor: { kind: 'owner', id: ANA }, occurredAt: NOW, correlationId: 'test' },
    newId,
  })

/** The state after a command that has read the stream before another one, and writes after it. */
async function overtaken(slow: AccountCommand, quick: AccountCommand) {
  let isFirst = true
  const { state } = await run(slow, {
    ...store,
    append: async (...args) => {
      if (isFirst) {
        isFirst = false
        await run(quick)
      }
      return store.append(...args)
    },
  })
  return state
}

const typesNow = async (): Promise<readonly string[]> =>
  (await store.readStream(accountStream(ANA))).slice(2).map(({ type }) => type)

test('a reset that overtakes a provider keeps the password that its owner has set', async () => {
  expect(await overtaken(comeBy('https://one.example'), reset)).toMatchObject({ credentialId: 'owners' })
  expect(await typesNow()).toEqual(['PasswordChanged', 'ExternalLoginLinked'])
})

test('a provider that overtakes a reset ends the link: no invalid password is confirmed', async () => {
  await expect(overtaken(reset, comeBy('https://one.example'))).rejects.toMatchObject({
    code: 'invalid-token',
  })
  expect(await typesNow()).toEqual(['ExternalLoginLinked', 'PasswordDropped'])
})

test('of two simultaneous proofs by providers one ends the password', async () => {
  await overtaken(comeBy('https://one.example'), comeBy('https://two.example'))
  expect(await typesNow()).toEqual(['ExternalLoginLinked', 'PasswordDropped', 'ExternalLoginLinked'])
})

test('a password that its holder changes is removed with it, in any order', async () => {
  expect(await overtaken(comeBy('https://one.example'), change)).toMatchObject({ hasPassword: false })
  expect(await typesNow()).toEqual(['PasswordChanged', 'ExternalLoginLinked', 'PasswordDropped'])
  await expect(run({ ...change, replaces: 'strangers next' })).rejects.toMatchObject({
    code: 'wrong-credentials',
  })
})

test('a change of it that the proof has overtaken is void', async () => {
  await expect(overtaken(change, comeBy('https://one.example'))).rejects.toMatchObject({
    code: 'wrong-credentials',
  })
  expect(await typesNow()).toEqual(['ExternalLoginLinked', 'PasswordDropped'])
})
