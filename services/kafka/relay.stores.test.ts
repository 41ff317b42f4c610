import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import kafkajs from 'kafkajs'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { StoreError, type EventStore, type NewEvent } from '@app/contracts/event-store.ts'
import { newId } from '../kernel/log/ids.ts'
import { createMemoryLog, openMemoryEventStore } from '../kernel/log/testing/memory-store.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { createLog } from '../platform/observability/log.ts'
import { createPool, endPool } from '../platform/postgres/pool.ts'
import type pg from 'pg'
import { openBroker, type Broker } from '../../tests/kafka/broker.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { ROOT } from '../../tests/support/source-files.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { createKafka, KafkaRefused, TOPIC, type Kafka } from './kafka.ts'
import type { Recorded } from '../kernel/log/newest-events.ts'
import { readRecord } from './relay.ts'
import { MAC_KEY, startTestRelay, trafficEvent } from './testing/test-relay.ts'

/** The tests use a real broker, whose topic each of them makes again. */

let broker: Broker
let db: pg.Pool
let kafka: Kafka
let admin: kafkajs.Admin

beforeAll(async () => {
  broker = await openBroker()
  const { url } = await createTestDatabase()
  db = createPool(url, { role: 'svc_projector', applicationName: 'relay', max: 4 })
  admin = new kafkajs.Kafka({ brokers: [broker.address], logLevel: kafkajs.logLevel.NOTHING }).admin()
  await admin.connect()
}, 180_000)
afterAll(async () => {
  await admin?.disconnect()
  await endPool(db)
  await broker?.dispose()
})
beforeEach(async () => {
  // A producer expects the topic to stay.
  kafka = createKafka({ brokers: [broker.address] }, 'tests', createLog('silent'))
  onTestFinished(kafka.close)
  await db.query('delete from kernel.checkpoints')
  if (!(await admin.listTopics()).includes(TOPIC)) return
  await admin.deleteTopics({ topics: [TOPIC] })
  await eventually(async () => expect(await admin.listTopics()).not.toContain(TOPIC))
})

const eventOf = (): NewEvent => trafficEvent('ProfileTapped', { profileId: randomUUID(), ñ: '“ñandú” 🦤' })

async function openLogOf(events: number) {
  const log = await openMemoryEventStore(createMemoryLog(), { now: () => new Date(), newId })
  await append(log, events)
  return log
}

async function append(log: EventStore, events: number): Promise<void> {
  for (let nth = 0; nth < events; nth += 1) await log.append(`visit-${newId()}`, 'noStream', [eventOf()])
}

function relay(log: EventStore) {
  const running = startTestRelay({ log, db, kafka })
  onTestFinished(running.stop)
  return running
}

/** Everything in the topic from its beginning, as it comes. */
async function received({ storeId }: Pick<EventStore, 'storeId'>): Promise<readonly Recorded[]> {
  const client = new kafkajs.Kafka({ brokers: [broker.address], logLevel: kafkajs.logLevel.NOTHING })
  const consumer = client.consumer({ groupId: randomUUID() })
  const records: Recorded[] = []
  await consumer.connect()
  await consumer.subscribe({ topic: TOPIC, fromBeginning: true })
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message: { key, headers = {}, value } }) => {
      const texts = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)]))
      const read = readRecord(
        { key: String(key), headers: texts, value: value! },
        { storeId, macKey: MAC_KEY },
      )
      if (read !== undefined) records.push(read)
    },
  })
  onTestFinished(() => consumer.disconnect())
  return records
}

const isSent = async (log: EventStore, records: readonly Recorded[]): Promise<void> => {
  const events = await wholeLog(log)
  await eventually(() => expect(new Set(records.map(({ position }) => position)).size).toBe(events.length))
}

const hasTopic = (): Promise<void> =>
  eventually(async () => expect(await admin.listTopics()).toContain(TOPIC))

test('every event is sent once, as it is stored, in the order of the log, and names the one before it', async () => {
  const log = await openLogOf(700)
  const running = relay(log)
  await hasTopic()
  const records = await received(log)
  await append(log, 300)
  await isSent(log, records)
  const events = await wholeLog(log)
  expect(records.map(({ parse }) => parse())).toEqual(events)
  expect(records.map(({ previous }) => previous)).toEqual([
    0n,
    ...events.slice(0, -1).map(({ position }) => position),
  ])
  await eventually(() => expect(running.pendingSince()).toBeUndefined())
  expect(running.troubles).toEqual([])
})

test('events that together are larger than what brokers take at once are sent', async () => {
  const log = await openLogOf(1)
  const large = { text: 'x'.repeat(200_000) }
  for (let nth = 0; nth < 12; nth += 1)
    await log.append(`visit-${newId()}`, 'noStream', [trafficEvent('ProfileTapped', large)])
  const { troubles } = relay(log)
  await hasTopic()
  const records = await received(log)
  await isSent(log, records)
  expect(records.map(({ parse }) => parse())).toEqual(await wholeLog(log))
  expect(troubles).toEqual([])
})

test('a broker that is killed ten times delays what is sent, and loses nothing of it', async () => {
  const log = await openLogOf(20)
  const running = relay(log)
  const isAllSent = () => eventually(() => expect(running.pendingSince()).toBeUndefined())
  for (let kill = 0; kill < 10; kill += 1) {
    await append(log, 30)
    await broker.kill()
    await append(log, 30)
    await eventually(() => expect(Number(running.pendingSince())).toBeGreaterThan(0))
    await broker.start()
    await isAllSent()
  }
  expect(running.troubles.length).toBeGreaterThan(0)
  const records = await received(log)
  await isSent(log, records)
  const seen = new Set<bigint>()
  const fresh = records.filter(({ position }) => !seen.has(position) && seen.add(position))
  expect(fresh.map(({ parse }) => parse())).toEqual(await wholeLog(log))
}, 600_000)

test('an event whose bytes are damaged is not sent, and the next one names its place', async () => {
  const log = await openLogOf(6)
  const events = await wholeLog(log)
  const bad = events[3]!
  const damaged: EventStore = {
    ...log,
    readAll: async (after, options) => {
      const page = await log.readAll(after, options)
      if (!page.events.some(({ position }) => position === bad.position)) return page
      throw new StoreError('Corrupt', 'no JSON', { facts: { position: bad.position } })
    },
  }
  relay(damaged)
  await hasTopic()
  const records = await received(log)
  await eventually(() => expect(records).toHaveLength(events.length - 1))
  expect(records[3]).toMatchObject({ previous: bad.position, position: events[4]!.position })
})

test('the consumer among the docs counts each visit once', async () => {
  const log = await openLogOf(40)
  relay(log)
  await hasTopic()
  const child = spawn(process.execPath, ['docs/kafka-consumer.mjs'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, KAFKA_BROKERS: broker.address, KAFKAJS_NO_PARTITIONER_WARNING: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await append(log, 10)
  const taps = (await wholeLog(log)).filter(({ type }) => type === 'ProfileTapped')
  await eventually(() => expect(said).toMatch(/^50 .+\n/m))
  expect(said.trim().split('\n')).toEqual(taps.map(({ data }, at) => `${at + 1} ${data.profileId as string}`))
})

test('a topic of several partitions is refused', async () => {
  relay(await openLogOf(1))
  await hasTopic()
  await expect(kafka.prepare()).resolves.toBeUndefined()
  await admin.createPartitions({ topicPartitions: [{ topic: TOPIC, count: 2 }] })
  await eventually(() => expect(kafka.prepare()).rejects.toThrow(KafkaRefused))
})

test('whoever follows the topic gets what comes from then on, also after the brokers were away', async () => {
  const log = await openLogOf(5)
  relay(log)
  await hasTopic()
  const heard = new Set<bigint>()
  const stop = kafka.consume(
    (records) => {
      for (const record of records)
        heard.add(readRecord(record, { storeId: log.storeId, macKey: MAC_KEY })!.position)
    },
    () => undefined,
  )
  onTestFinished(stop)
  const isHeard = () =>
    eventually(async () => {
      await append(log, 1)
      await pause(200)
      expect(heard).toContain((await wholeLog(log)).at(-1)!.position)
    })
  await isHeard()
  await broker.kill()
  await broker.start()
  await isHeard()
}, 120_000)
