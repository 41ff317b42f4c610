import { headOf } from '../testing/head-of.ts'
import { STORE_LIMITS, type Expected, type Position } from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import { readOn, refusal, type ContractCases, type World } from './contract-fixture.ts'

/** `check-append.test.ts` has all refusals; these cases show that each call of each store makes them. */
export const refusingCases: ContractCases = {
  '[12] what no store takes is refused alike by each append, and nothing is written [LOG-5]': append,
  '[15b] names, limits and places that are not ours are refused by each read': reads,
}

async function append({ store, stream, event, start }: World) {
  const name = stream()
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  await refusal(store.append('a b', 'noStream', [event()]), 'Invalid')
  await refusal(store.append(name, '0' as unknown as Expected, [event()]), 'Invalid')
  await refusal(store.append(name, 'noStream', []), 'Invalid')
  await refusal(store.append(name, 'noStream', [event(), event({ data: { text: 'a\0b' } })]), 'Invalid')
  const large = { text: 'x'.repeat(STORE_LIMITS.eventBytesMax) }
  await refusal(store.append(name, 'noStream', [event(), event({ data: large })]), 'TooLarge')
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
  expect(await readOn(store, start)).toEqual([])
}

async function reads({ store, stream, start }: World) {
  await refusal(store.readStream('a b'), 'Invalid')
  await refusal(headOf(store, 'a b'), 'Invalid')
  await refusal(store.readAll(start, { limit: 0 }), 'Invalid')
  await refusal(store.readStream(stream(), { limit: STORE_LIMITS.readLimitMax + 1 }), 'Invalid')
  await refusal(store.readAll(-1n as Position), 'Invalid', 'InvalidPosition')
  await refusal(store.readStream(stream(), { from: -1n }), 'Invalid')
}
