import {
  isStoreError,
  type Expected,
  type JsonObject,
  type NewEvent,
  type Position,
} from '@app/contracts/event-store.ts'
import { STORE_LIMITS } from '@app/contracts/limits/limits.ts'
import { expect } from 'vitest'
import { WAIT_MS_MAX } from '../../../../tests/support/wait-limit.ts'
import { headOf } from '../testing/head-of.ts'
import {
  idsOf,
  readOn,
  refusal,
  restart,
  untilAvailable,
  type ContractCases,
  type World,
} from './contract-fixture.ts'

export const writingCases: ContractCases = {
  '[01] appends are stored whole and in order, with revisions from 0, and answer the place of the last event':
    stored,
  '[03] noStream on a stream that exists, and a revision too low or too high, conflict and say what is there':
    wrongRevision,
  '[04] of 20 appends at the same place at once, exactly 1 wins and 19 conflict': oneWinner,
  '[05] an append sent again is answered as the first time, in any handle, after a restart and with another payload [LOG-2]':
    again,
  '[05b] the same append sent 10 times at once is written once, and answered 10 times [LOG-2]': burst,
  '[10] the same id is accepted in two streams, and again at the end of one': twoStreams,
  '[12] what no store takes is refused alike by each call, and nothing is written [LOG-5]': refused,
  '[14] an append at every limit at once, and the largest event, come back as they were': largest,
  '[15] all that JSON can say, in any script, comes back equal, its keys in order, in data and meta':
    allOfJson,
}

async function stored({ store, stream, event, start }: World) {
  const name = stream()
  const sent = [
    event({ version: 3, meta: { ...event().meta, keyRef: 'key-1', causationId: 'cause' } }),
    event({ type: 'Second' }),
    event({ type: 'Third' }),
  ]
  const first = await store.append(name, 'noStream', sent)
  const more = [event({ type: 'Fourth' }), event({ type: 'Fifth' })]
  const second = await store.append(name, 2n, more)
  const found = await store.readStream(name)
  const recordedAt = expect.any(Date) as Date
  expect(found).toEqual(
    [...sent, ...more].map((one, at) => {
      const position = found[at]?.position
      return { ...one, stream: name, revision: BigInt(at), position, recordedAt }
    }),
  )
  expect(first).toEqual({ revision: 2n, position: found[2]?.position, replayed: false })
  expect(second).toEqual({ revision: 4n, position: found[4]?.position, replayed: false })
  expect(await readOn(store, start)).toEqual(found)
}

async function wrongRevision({ store, stream, event, events }: World) {
  const name = stream()
  const missing = await refusal(store.append(name, 0n, [event()]), 'Conflict')
  expect(missing.facts).toMatchObject({ expected: 0n, actual: 'noStream' })
  await store.append(name, 'noStream', events(3))
  for (const expected of ['noStream', 0n, 1n, 3n, 1_000n, 2n ** 62n] as const) {
    const error = await refusal(store.append(name, expected, [event()]), 'Conflict')
    expect(error).toMatchObject({ retryable: false, ambiguous: false })
    expect(error.facts).toMatchObject({ stream: name, expected, actual: 2n })
  }
  expect(await headOf(store, name)).toBe(2n)
}

async function oneWinner({ store, open, stream, events }: World) {
  const handles = [store, await open(), await open()]
  const name = stream()
  for (const [revision, expected] of (['noStream', 0n] satisfies Expected[]).entries()) {
    const rivals = events(20)
    const outcomes = await Promise.allSettled(
      rivals.map(async (one, index) => handles[index % 3]!.append(name, expected, [one])),
    )
    const winners = rivals.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    const errors = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(errors.filter((error) => isStoreError(error, 'Conflict'))).toHaveLength(19)
    const actuals = new Set(errors.map((error) => isStoreError(error) && error.facts['actual']))
    expect(actuals).toEqual(new Set([BigInt(revision)]))
    expect(idsOf(await store.readStream(name, { from: BigInt(revision) }))).toEqual(idsOf(winners))
  }
}

async function again(world: World) {
  const { store, open, stream, event, events, start } = world
  const name = stream()
  const [begin, more] = [events(2), events(3)]
  const first = await store.append(name, 'noStream', begin)
  const second = await store.append(name, 1n, more)
  const before = await readOn(store, start)
  const isReplayed = async (by: typeof store): Promise<void> => {
    expect(await untilAvailable(() => by.append(name, 1n, more))).toEqual({ ...second, replayed: true })
    expect(await by.append(name, 'noStream', begin)).toEqual({ ...first, replayed: true })
    const changed = begin.map((one) => ({ ...one, type: 'Other', version: 2, data: { word: 'second' } }))
    expect(await by.append(name, 'noStream', changed)).toEqual({ ...first, replayed: true })
    expect(await readOn(by, start)).toEqual(before)
    const late = await refusal(by.append(name, 'noStream', [event()]), 'Conflict')
    expect(late.facts).toMatchObject({ actual: 4n })
  }
  await isReplayed(store)
  await isReplayed(await open())
  await restart(world)
  await isReplayed(await untilAvailable(open))
  await isReplayed(store)
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

/** `check-append.test.ts` has all refusals; this shows that each call of each store makes them. */
async function refused({ store, stream, event, start }: World) {
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
  await refusal(store.readStream('a b'), 'Invalid')
  await refusal(store.readStream(name, { limit: STORE_LIMITS.readLimitMax + 1 }), 'Invalid')
  await refusal(store.readStream(name, { from: -1n }), 'Invalid')
  await refusal(store.readAll(start, { limit: 0 }), 'Invalid')
  await refusal(store.readAll(-1n as Position), 'Invalid', 'InvalidPosition')
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
  expect(await readOn(store, start)).toEqual([])
}

function ofBytes(event: NewEvent, bytes: number, letter = 'x'): NewEvent {
  const room = bytes - JSON.stringify({ text: '' }).length - JSON.stringify(event.meta).length
  const letters = Math.floor(room / Buffer.byteLength(letter))
  const padding = 'x'.repeat(room - letters * Buffer.byteLength(letter))
  return { ...event, data: { text: letter.repeat(letters) + padding } }
}

/** The time that a busy machine may take for some megabytes. */
const PATIENT = { timeoutMs: WAIT_MS_MAX }

async function largest({ store, stream, event }: World) {
  const { appendEventsMax, appendBytesMax, eventBytesMax } = STORE_LIMITS
  const name = stream()
  const type = `T${'x'.repeat(31)}`
  const sent = Array.from({ length: appendEventsMax }, () =>
    ofBytes(event({ type, version: 2 ** 31 - 1 }), appendBytesMax / appendEventsMax),
  )
  const { revision, position } = await store.append(name, 'noStream', sent, PATIENT)
  expect(revision).toBe(BigInt(appendEventsMax - 1))
  const found = await store.readStream(name)
  expect(idsOf(found)).toEqual(idsOf(sent))
  expect(found.at(-1)).toMatchObject({ position, type, version: 2 ** 31 - 1 })
  const large = ofBytes(event(), eventBytesMax, '😀')
  await store.append(name, revision, [large], PATIENT)
  const [last] = await store.readStream(name, { from: revision + 1n })
  // Not toEqual: nobody can read a difference in 256 KiB.
  expect(last?.data['text'] === large.data['text']).toBe(true)
}

async function allOfJson({ store, stream, event, start }: World) {
  const texts = [
    '👩‍👩‍👧 🇨🇱',
    'مرحبا بالعالم',
    'Ñandú',
    'e\u0301 \u00e9',
    '\u2028\u2029\ufeff\ufffd\uffff',
    '\\u0000 \\ "',
  ]
  const nested = (depth: number): JsonObject => (depth === 1 ? {} : { inside: nested(depth - 1) })
  const { MAX_VALUE, MAX_SAFE_INTEGER, MIN_SAFE_INTEGER } = Number
  const data: JsonObject = {
    z: 0,
    texts,
    inKeys: Object.fromEntries(texts.map((text) => [text, text])),
    '': '\t\n\r\u0001\u001f\u007f',
    numbers: [0, 1, -1, 0.1, 1e21, 1e-7, 5e-324, MAX_VALUE, MAX_SAFE_INTEGER, MIN_SAFE_INTEGER],
    a: { yes: true, no: false, none: null, empty: '', list: [], object: {} },
    lists: [[[]], [{}], [null, [null]]],
    deep: nested(31),
    M: 'keys keep their order',
  }
  const name = stream()
  const meta = { ...event().meta, actor: { kind: 'owner', id: texts.join() } } as const
  await store.append(name, 'noStream', [event({ data: { ...data, dropped: undefined }, meta })])
  for (const [found] of [await store.readStream(name), await readOn(store, start)]) {
    expect(found?.data).toStrictEqual(data)
    expect(JSON.stringify(found?.data)).toBe(JSON.stringify(data))
    expect(found?.meta).toEqual(meta)
  }
}
