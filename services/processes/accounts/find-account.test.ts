import { expect, test } from 'vitest'
import type { EventStore } from '@app/contracts/event-store.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { newId } from '@app/event-store/ids.ts'
import { now, register, runOn } from '../testing/people.ts'
import { createAccountFinder } from './find-account.ts'

const EMAIL = 'ana@empresa.example'
const accountIds = (email: string, life = 0) => `${email.split('@')[0]}-${life}`

/** A log in which the e-mail had so many accounts, and has one now or not. */
async function logAfter(erased: number, hasOne: boolean) {
  const store = await openMemoryEventStore(createMemoryLog(), { now, newId })
  let loads = 0
  const counted: EventStore = {
    ...store,
    readStream: (...asked) => {
      loads += 1
      return store.readStream(...asked)
    },
  }
  for (let life = 0; life < erased; life += 1) {
    await register(store, accountIds(EMAIL, life))
    await runOn(store, accountIds(EMAIL, life), { type: 'EraseAccount' })
  }
  if (hasOne) await register(store, accountIds(EMAIL, erased))
  return { store: counted, loads: () => loads }
}

test.each([0, 1, 2, 3, 4, 7, 8, 20, 200])(
  'after %i erased accounts of an e-mail its next one, and the one that it has, is found in logarithmic time [LOG-7]',
  async (erased) => {
    for (const hasOne of [false, true]) {
      const { store, loads } = await logAfter(erased, hasOne)
      expect(await createAccountFinder({ store, accountIds })(EMAIL)).toBe(accountIds(EMAIL, erased))
      expect(loads()).toBeLessThanOrEqual(2 + 2 * Math.log2(erased + 1))
    }
  },
)

test('an e-mail with a former account costs what one without does', async () => {
  const costs: number[] = []
  for (const erased of [0, 1]) {
    const { store, loads } = await logAfter(erased, false)
    await createAccountFinder({ store, accountIds })(EMAIL)
    costs.push(loads())
  }
  expect(costs).toEqual([2, 2])
})
