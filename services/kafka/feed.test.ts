import { createHmac } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { START, type EventStore, type NewEvent, type StoredEvent } from '@app/contracts/event-store.ts'
import { newId } from '../kernel/log/ids.ts'
import { createMemoryLog, openMemoryEventStore } from '../kernel/log/testing/memory-store.ts'
import { logPages } from '../kernel/log-pages.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { createRandom, intBelow } from '../product/generator/random.ts'
import { createFeed, type Feed } from './feed.ts'
import type { KafkaRecord } from './kafka.ts'
import { testTable } from '../../tests/support/every.ts'
import { kafkaRecordOf, keyOf } from './relay.ts'
import { trafficEvent } from './testing/test-relay.ts'

const TYPES = ['ProfileTapped', 'LinkClicked'] as const
const MAC_KEY = Buffer.alloc(32, 'mac')
const random = createRandom(inject('seed'))

const eventOf = (nth: number): NewEvent => trafficEvent(TYPES[nth % 2]!, { nth })

async function openFixture(events: number, windowBytesMax?: number) {
  const log = await openMemoryEventStore(createMemoryLog(), { now: () => new Date(), newId })
  for (let nth = 0; nth < events; nth += 1) await log.append(`visit-${nth}`, 'noStream', [eventOf(nth)])
  const clock = { ms: 0 }
  const reads: bigint[] = []
  const heard = { foreign: 0 }
  let send: (records: readonly KafkaRecord[]) => void = () => undefined
  const counted: EventStore = {
    ...log,
    readAll: async (after, options) => {
      reads.push(after)
      return log.readAll(after, options)
    },
  }
  const fed = createFeed({
    log: counted,
    kafka: {
      consume: (onRecords) => {
        send = onRecords
        return async () => undefined
      },
    },
    macKey: MAC_KEY,
    monotonicMs: () => clock.ms,
    onRecords: () => undefined,
    onTrouble: () => undefined,
    onForeign: () => (heard.foreign += 1),
    ...(windowBytesMax === undefined ? {} : { windowBytesMax }),
  })
  const stored = await wholeLog(log)
  const records = stored.map((event, at) =>
    kafkaRecordOf(event, stored[at - 1]?.position ?? START, { storeId: log.storeId, macKey: MAC_KEY }),
  )
  return {
    log,
    fed,
    stored,
    records,
    reads,
    clock,
    heard,
    send: (some: readonly KafkaRecord[]) => send(some),
  }
}

async function readThrough(fed: Feed, after = START, limit = 7): Promise<readonly StoredEvent[]> {
  const found: StoredEvent[] = []
  for await (const { events } of logPages(fed, after, { limit, filter: { types: TYPES } }))
    found.push(...events)
  return found
}

test('what is in the window is read from it, and what is before it from the log', async () => {
  const { fed, stored, records, reads, send } = await openFixture(40)
  send(records.slice(20))
  const from = stored[19]!.position
  expect(await readThrough(fed, from)).toEqual(stored.slice(20))
  expect(reads).toEqual([])
  expect(await readThrough(fed)).toHaveLength(40)
  expect(reads.length).toBeGreaterThan(0)
})

test('whatever Kafka leaves out, repeats and confuses, each reader gets each event once and in order', async () => {
  const { fed, stored, records, send } = await openFixture(300, 40_000)
  const wanted = stored
    .filter(({ type }) => TYPES.some((one) => one === type))
    .map(({ position }) => position)
  let first = 0
  for (let round = 0; round < 400; round += 1) {
    // Mostly near what came last, and now and then elsewhere.
    const isNear = intBelow(random, 20) > 0
    first = isNear
      ? Math.max(0, first + intBelow(random, 24) - 11) % records.length
      : intBelow(random, records.length)
    const some = records.slice(first, first + 1 + intBelow(random, 20))
    const isOrdered = intBelow(random, 2) === 0
    send(isOrdered ? some : some.toSorted(() => intBelow(random, 3) - 1))
    const after = stored[Math.max(0, first - 4 + intBelow(random, 30)) % stored.length]!.position
    const { events, scannedTo, isAtHead } = await fed.readAll(after, {
      limit: 1 + intBelow(random, 30),
      filter: { types: TYPES },
    })
    expect(events.map(({ position }) => position)).toEqual(
      wanted.filter((position) => position > after && position <= scannedTo),
    )
    expect(isAtHead || scannedTo > after).toBe(true)
  }
  send(records)
  expect((await readThrough(fed)).map(({ position }) => position)).toEqual(wanted)
})

test('the window is bounded, and drops its oldest events', async () => {
  const { fed, stored, records, reads, send } = await openFixture(100, 10_000)
  for (const record of records) send([record])
  await fed.readAll(stored.at(-3)!.position)
  expect(reads).toEqual([])
  await fed.readAll(stored[50]!.position)
  expect(reads).toEqual([stored[50]!.position])
})

test('while Kafka is silent, but for repetitions and records of another log, the log is read', async () => {
  const { log, fed, stored, records, clock, heard, send } = await openFixture(10)
  const other = kafkaRecordOf(stored[4]!, START, { storeId: newId(), macKey: MAC_KEY })
  send([other, { key: 'x', headers: {}, value: Buffer.from('[]') }])
  expect(heard.foreign).toBe(1)
  send(records)
  const last = stored.at(-1)!.position
  await log.append('visit-late', 'noStream', [eventOf(0)])
  expect((await fed.readAll(last)).events).toEqual([])
  clock.ms += 2_001
  send([...records.slice(-2), other])
  expect((await fed.readAll(last)).events).toHaveLength(1)
})

const signedBy = (secret: string, { headers, ...record }: KafkaRecord): KafkaRecord => {
  const { ce_mac: _, ...named } = headers
  const sorted = Object.entries(named).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const mac = createHmac('sha256', Buffer.alloc(32, secret))
    .update(JSON.stringify([record.key, ...sorted]))
    .update(record.value)
  return { ...record, headers: { ...named, ce_mac: mac.digest('base64') } }
}

testTable<(record: KafkaRecord) => KafkaRecord>([
  (record) => ({ ...record, value: Buffer.from('{"nth":999}') }),
  (record) => ({ ...record, headers: { ...record.headers, ce_position: '99999999' } }),
  (record) => ({ ...record, key: 'other' }),
  (record) => signedBy('other', record),
])(
  'a record that somebody else wrote, or changed, is passed over, and the log read instead',
  async (forge) => {
    const { fed, stored, records, heard, clock, send } = await openFixture(5)
    send([...records.slice(0, -1), forge(records.at(-1)!)])
    expect(heard.foreign).toBe(1)
    expect(signedBy('mac', records[0]!)).toEqual(records[0])
    clock.ms += 2_001
    expect(await readThrough(fed, stored[0]!.position)).toEqual(stored.slice(1))
  },
)

const PROFILE = '0b8a2f6e-0000-4000-8000-00000000000a'

testTable([
  [`profile-${PROFILE}`, {}, PROFILE],
  ['visit-v', { profileId: PROFILE.toUpperCase() }, PROFILE],
  ['account-a', {}, 'a'],
  ['quotation-q', {}, 'quotation-q'],
  ['erasure-e', { subject: `profile-${PROFILE}` }, PROFILE],
  ['erasure-e', { subject: `visitor-${PROFILE}.v` }, PROFILE],
  ['erasure-e', { subject: 'account-a' }, 'a'],
  ['erasure-e', { subject: 'quotation-q' }, 'quotation-q'],
])(
  'the key of an event is the profile that it is about, else the account, else its stream',
  (stream, data, key) => {
    expect(keyOf({ stream, data })).toBe(key)
  },
)
