import { isStoreError } from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import { headOf } from '../testing/head-of.ts'
import { idsOf, untilAvailable, readOn, refusal, type ContractCases, type World } from './contract-fixture.ts'

export const retryingCases: ContractCases = {
  '[05] an append sent again with the same ids and revision is answered as the first time [LOG-2]': again,
  '[05b] the same append sent 10 times at once is written once, and answered 10 times [LOG-2]': burst,
  '[07] a retry of only the first events answers with the last of those': prefixOnly,
  '[08] a retry with one event more, or whose later ids differ, conflicts, and writes nothing': laterDiffers,
  '[09] a retry with another payload changes nothing: the first payload stays': otherPayload,
  '[10] the same id is accepted in two streams, and again at the end of one': twoStreams,
  '[11] a retry after a restart of the store is answered as the first time': afterRestart,
}

async function again({ store, open, stream, events, start }: World) {
  const other = await open()
  const name = stream()
  const [begin, more] = [events(2), events(3)]
  const first = await store.append(name, 'noStream', begin)
  const second = await store.append(name, 1n, more)
  const before = await readOn(store, start)
  expect(await store.append(name, 1n, more)).toEqual({ ...second, replayed: true })
  expect(await other.append(name, 'noStream', begin)).toEqual({ ...first, replayed: true })
  expect(await readOn(store, start)).toEqual(before)
}

async function burst({ store, open, stream, events }: World) {
  const other = await open()
  const name = stream()
  const sent = events(3)
  const append = (n: number) => (n < 7 ? store : other).append(name, 'noStream', sent)
  // A server may refuse one beside another as in doubt, which is repeated as for each command.
  const retries = Array.from({ length: 10 }, (_, n) =>
    append(n).catch((error: unknown) => {
      if (!isStoreError(error) || !error.ambiguous) throw error
      return append(n)
    }),
  )
  const results = await Promise.all(retries)
  expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1)
  expect(new Set(results.map(({ position }) => position)).size).toBe(1)
  expect(new Set(results.map(({ revision }) => revision))).toEqual(new Set([2n]))
  expect(idsOf(await store.readStream(name))).toEqual(idsOf(sent))
}

async function prefixOnly({ store, stream, events }: World) {
  const name = stream()
  const sent = events(3)
  await store.append(name, 'noStream', sent)
  const stored = await store.readStream(name)
  const retry = await store.append(name, 'noStream', sent.slice(0, 2))
  expect(retry).toEqual({ revision: 1n, position: stored[1]?.position, replayed: true })
  expect(await headOf(store, name)).toBe(2n)
}

async function laterDiffers({ store, stream, event, events, start }: World) {
  const name = stream()
  const [first, second, third] = events(3)
  if (!first || !second || !third) throw new Error('three were made')
  await store.append(name, 'noStream', [first, second, third])
  const error = await refusal(store.append(name, 'noStream', [first, second, third, event()]), 'Conflict')
  expect(error.facts).toMatchObject({ expected: 'noStream', actual: 2n })
  await refusal(store.append(name, 'noStream', [first, event(), third]), 'Conflict')
  await refusal(store.append(name, 'noStream', [second, first, third]), 'Conflict')
  await refusal(store.append(name, 0n, [third]), 'Conflict')
  expect(await readOn(store, start)).toHaveLength(3)
}

async function otherPayload({ store, stream, event }: World) {
  const name = stream()
  const sent = event({ data: { word: 'first' } })
  const first = await store.append(name, 'noStream', [sent])
  const changed = { ...sent, type: 'Other', version: 2, data: { word: 'second' } }
  expect(await store.append(name, 'noStream', [changed])).toEqual({ ...first, replayed: true })
  const [stored] = await store.readStream(name)
  expect(stored).toMatchObject({ type: sent.type, version: 1, data: { word: 'first' } })
}

async function twoStreams({ store, stream, event, start }: World) {
  const sent = event()
  const name = stream()
  const one = await store.append(stream(), 'noStream', [sent])
  const two = await store.append(name, 'noStream', [sent])
  // Decision table 1.3: at the head there is nothing to compare with, so it is written.
  const three = await store.append(name, 0n, [sent])
  expect([one, two, three].map(({ revision, replayed }) => [revision, replayed])).toEqual([
    [0n, false],
    [0n, false],
    [1n, false],
  ])
  expect(idsOf(await readOn(store, start))).toEqual([sent.id, sent.id, sent.id])
}

async function afterRestart({ harness, store, open, stream, event, events }: World) {
  const name = stream()
  const sent = events(3)
  const first = await store.append(name, 'noStream', sent)
  const error = () => refusal(store.append(name, 'noStream', [event()]), 'Conflict')
  await error()
  await harness.restart()
  const fresh = await untilAvailable(open)
  const retried = await fresh.append(name, 'noStream', sent)
  expect(retried).toEqual({ ...first, replayed: true })
  expect(await untilAvailable(() => store.append(name, 'noStream', sent))).toEqual({
    ...first,
    replayed: true,
  })
  expect((await error()).facts).toMatchObject({ actual: 2n })
  expect(idsOf(await fresh.readStream(name))).toEqual(idsOf(sent))
}
