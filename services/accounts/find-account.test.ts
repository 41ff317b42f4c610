import { beforeEach, expect, test } from 'vitest'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { newId } from '../kernel/log/ids.ts'
import type { Events } from '../kernel/commands.ts'
import { openMemoryEvents, withLog } from '../kernel/testing/memory-events.ts'
import { NAMES } from '../kernel/keys/testing/names.ts'
import { causeBy } from '../kernel/command-context.ts'
import { BY_ANA, now, register, runOn } from './testing/people.ts'
import { claimEmail } from './claim-identity.ts'
import { createAccountFinder, listAccountIds } from './find-account.ts'

const EMAIL = 'ana@empresa.example'

let store: Events
let loads: number
beforeEach(async () => {
  const plain = await openMemoryEvents(createMemoryLog(), { now, newId })
  store = withLog(plain, {
    readStream: (...asked) => {
      loads += 1
      return plain.log.readStream(...asked)
    },
  })
})

async function find(): Promise<string> {
  loads = 0
  return createAccountFinder({ store, names: NAMES })(EMAIL)
}
const claim = (accountId: string, email = EMAIL) =>
  claimEmail({ store, names: NAMES, now, newId }, email, accountId, causeBy({ now, newId }, BY_ANA))
const erase = (accountId: string) => runOn(store, accountId, { type: 'EraseAccount' })

test.each([0, 1, 2, 20])(
  'an e-mail with %i erased accounts of before there were claims has the next one [LOG-7]',
  async (erased) => {
    for (let life = 0; life < erased; life += 1) {
      await register(store, NAMES.account(EMAIL, life))
      await erase(NAMES.account(EMAIL, life))
    }
    expect(await find()).toBe(NAMES.account(EMAIL, erased))
    await register(store, NAMES.account(EMAIL, erased))
    expect(await find()).toBe(NAMES.account(EMAIL, erased))
    await expect(claim('bea')).rejects.toMatchObject({ code: 'email-taken' })
  },
)

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
    await expect(claim('bea')).rejects.toMatchObject({ code: 'email-taken' })
    await erase(ids[life]!)
  }
  expect(ids[0]).toBe(NAMES.account(EMAIL))
  expect(new Set([...ids, ...costs]).size).toBe(20 + 1)
  expect(await listAccountIds({ store, names: NAMES }, EMAIL)).toEqual([...ids, await find()])
})
