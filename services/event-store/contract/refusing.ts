import { STORE_LIMITS, type Expected, type JsonObject, type NewEvent } from '@app/contracts/event-store.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'vitest'
import { readOn, refusal, type ContractCase, type World } from './contract-fixture.ts'

export const refusingCases: readonly ContractCase[] = [
  { title: '[12] an append of no events is refused, and of more than 500', run: countOfEvents },
  { title: '[15b] names that are not ours are refused alike, wherever they are given', run: badNames },
  { title: '[16] NUL and lone surrogates are refused alike, in keys and values [LOG-5]', run: brokenText },
  { title: '[17] what JSON cannot say is refused at once, and leaves nothing unhandled', run: notJson },
  {
    title: '[17b] an envelope out of order is refused, and nothing of its append is written',
    run: badEnvelopes,
  },
]

async function countOfEvents({ store, stream, events, start }: World) {
  const name = stream()
  await refusal(store.append(name, 'noStream', []), 'Invalid')
  await refusal(store.append(name, 'noStream', events(STORE_LIMITS.appendEventsMax + 1)), 'Invalid')
  expect(await readOn(store, start)).toEqual([])
}

async function badNames({ store, event, events, start }: World) {
  const names = [
    '',
    'ñandu',
    '1visit',
    '$all',
    '$$visit-1',
    'a b',
    'a/b',
    'a\n',
    'a\0',
    "a'--",
    'x'.repeat(201),
  ]
  for (const name of names) {
    await refusal(store.append(name, 'noStream', [event()]), 'Invalid')
    await refusal(store.readStream(name), 'Invalid')
    await refusal(store.head(name), 'Invalid')
  }
  for (const type of ['', 'tapped', '$metadata', 'Profile Tapped', 'Ñandu', 'X'.repeat(33)])
    await refusal(store.append('visit-1', 'noStream', [event(), event({ type })]), 'Invalid')
  expect(await readOn(store, start)).toEqual([])
  const longest = `Aa0_.:-${'x'.repeat(193)}`
  await store.append(longest, 'noStream', events(1, { type: `X${'y'.repeat(31)}` }))
  expect(await store.head(longest)).toBe(0n)
}

async function brokenText({ store, stream, event, start }: World) {
  const name = stream()
  for (const text of ['\0', 'a\0b', '\ud83d', '\udc00x', 'x\ud83d\ud83d\ude00'])
    for (const data of [{ text }, { [text]: 1 }, { deep: [{ deep: text }] }]) {
      await refusal(store.append(name, 'noStream', [event({ data })]), 'Invalid')
      const meta = { ...event().meta, correlationId: text }
      await refusal(store.append(name, 'noStream', [event({ meta })]), 'Invalid')
    }
  expect(await readOn(store, start)).toEqual([])
}

async function notJson({ store, stream, event, start }: World) {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  const values = [1n, undefined, () => 1, Symbol('s'), NaN, Infinity, -0, new Date(0), new Map(), cycle]
  const healthy = store.append(stream(), 'noStream', [event()])
  for (const value of values) {
    const data = { list: [value] } as unknown as JsonObject
    await refusal(store.append(stream(), 'noStream', [event(), event({ data })]), 'Invalid')
  }
  for (const data of [null, undefined, [1], 'text', 1n])
    await refusal(
      store.append(stream(), 'noStream', [event({ data: data as unknown as JsonObject })]),
      'Invalid',
    )
  await healthy
  // Appends settle in order, and rejections are reported before the next turn of the event loop.
  await store.append(stream(), 'noStream', [event()])
  await nextTurn()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
  expect(await readOn(store, start)).toHaveLength(2)
}

async function badEnvelopes({ store, stream, event, start }: World) {
  const name = stream()
  const twice = event()
  const wrong: readonly unknown[] = [
    { ...event(), id: 'visit-1' },
    { ...event(), id: undefined },
    { ...event(), version: 0 },
    { ...event(), version: 1.5 },
    { ...event(), version: 2 ** 31 },
    { ...event(), meta: undefined },
    { ...event(), meta: {} },
    { ...event(), meta: { ...event().meta, occurredAt: 'yesterday' } },
    { ...twice, id: twice.id.toUpperCase() },
    null,
  ]
  for (const one of wrong)
    await refusal(store.append(name, 'noStream', [event(), twice, one as NewEvent]), 'Invalid')
  for (const expected of [-1n, -2n, 2n ** 63n, 0, '0', 'any', null, undefined])
    await refusal(store.append(name, expected as Expected, [event()]), 'Invalid')
  expect(await readOn(store, start)).toEqual([])
}
