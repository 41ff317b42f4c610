import kafkajs, { type Admin, type Consumer, type Producer, type SASLOptions } from 'kafkajs'
import { setTimeout as pause } from 'node:timers/promises'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { withTimeout } from '../platform/concurrency/concurrency-limiter.ts'
import type { Log } from '../platform/observability/log.ts'

/** One topic of one partition has the log's order. Other systems may make a topic of several from it, by the key. */
export const TOPIC = 'profiles.events.v1'

/** Headers are text; the value is JSON. */
export interface KafkaRecord {
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
  readonly value: Buffer
}

export interface KafkaAccess {
  /** `host:port` */
  readonly brokers: readonly string[]
  /** Encrypts; `ca` is the PEM of the authority of the brokers' certificates, if it is not public. */
  readonly tls?: { readonly ca?: string } | undefined
  readonly login?: SASLOptions | undefined
}

export class KafkaRefused extends Error {}

const CONNECT_MS_MAX = 3_000
/** Below the limit of a send, so that a silent broker ends it by an error of its own. */
const REQUEST_MS_MAX = 6_000
/** After it a send is refused, though its records may still arrive. */
const SEND_MS_MAX = 8_000
const PREPARE_MS_MAX = 20_000
const CLOSE_MS_MAX = 2_000
const AGAIN_MS = 1_000
/** Readers that were away for longer read the log; it keeps events for ever. */
const RETENTION_MS = 7 * 86_400_000
/** Leaders of brokers that restart are not there at once. */
const RETRIES = { retries: 8, initialRetryTime: 50, maxRetryTime: 500 } as const

export type Kafka = ReturnType<typeof createKafka>

/** @param clientId names the process in the brokers' own logs */
export function createKafka({ brokers, tls, login }: KafkaAccess, clientId: string, log: Log) {
  const client = new kafkajs.Kafka({
    clientId,
    brokers: [...brokers],
    ...(tls === undefined ? {} : { ssl: tls }),
    ...(login === undefined ? {} : { sasl: login }),
    connectionTimeout: CONNECT_MS_MAX,
    authenticationTimeout: CONNECT_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    enforceRequestTimeout: true,
    retry: RETRIES,
    logLevel: kafkajs.logLevel.WARN,
    // Callers report failures; other messages of the client stay out of the log.
    logCreator: () => (entry) =>
      log.debug({ namespace: entry.namespace }, `kafka client: ${entry.log.message}`),
  })
  return {
    /** Makes a missing topic. @throws KafkaRefused for several partitions or denied access, Error without a broker */
    prepare: () => prepareTopic(client),
    ...createSending(client),
    /** Calls back with new records, in order. Some may be left out or repeated after an outage. @returns ends it */
    consume: (
      onRecords: (records: readonly KafkaRecord[]) => void,
      onTrouble: (error: Error) => void,
    ): (() => Promise<void>) => {
      const ending = new AbortController()
      const following = follow(client, onRecords, onTrouble, ending.signal)
      return async () => {
        ending.abort()
        await withTimeout(following, CLOSE_MS_MAX, () => undefined)
      }
    },
  }
}

function createSending(client: kafkajs.Kafka) {
  let producer: Promise<Producer> | undefined
  const dropProducer = async (): Promise<void> => {
    const dropped = producer
    producer = undefined
    await dropped?.then((one) => one.disconnect()).catch(() => undefined)
  }
  return {
    /** Resolves once all in-sync replicas have the records. After a rejection the same ones must be sent first. */
    produce: async (records: readonly KafkaRecord[]): Promise<void> => {
      producer ??= connectProducer(client)
      const messages = records.map((record) => ({ ...record, headers: { ...record.headers }, partition: 0 }))
      const sending = producer.then((one) => one.send({ topic: TOPIC, acks: -1, messages }))
      try {
        await withTimeout(sending, SEND_MS_MAX, () => {
          throw new Error(`no broker took ${records.length} records within ${SEND_MS_MAX} ms`)
        })
      } catch (error) {
        // It would give its numbers to other records, which a broker would take for repetitions and drop.
        void dropProducer()
        throw refusedOr(error)
      }
    },
    close: () => withTimeout(dropProducer(), CLOSE_MS_MAX, () => undefined),
  }
}

async function prepareTopic(client: kafkajs.Kafka): Promise<void> {
  const admin = client.admin()
  try {
    const done = admin.connect().then(() => makeTopic(admin))
    await withTimeout(done, PREPARE_MS_MAX, () => {
      throw new Error(`no broker answered within ${PREPARE_MS_MAX} ms`)
    })
  } catch (error) {
    throw refusedOr(error)
  } finally {
    void admin.disconnect().catch(() => undefined)
  }
}

async function makeTopic(admin: Admin): Promise<void> {
  const configEntries = [
    { name: 'cleanup.policy', value: 'delete' },
    { name: 'retention.ms', value: String(RETENTION_MS) },
  ]
  // Answers false where another process was faster.
  if (!(await admin.listTopics()).includes(TOPIC))
    await admin.createTopics({
      waitForLeaders: true,
      topics: [{ topic: TOPIC, numPartitions: 1, configEntries }],
    })
  const { topics } = await admin.fetchTopicMetadata({ topics: [TOPIC] })
  const partitions = topics[0]?.partitions.length ?? 0
  if (partitions > 1) throw new KafkaRefused(`topic ${TOPIC} has ${partitions} partitions, not 1`)
}

async function connectProducer(client: kafkajs.Kafka): Promise<Producer> {
  await prepareTopic(client)
  const producer = client.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    retry: RETRIES,
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
  })
  await producer.connect()
  return producer
}

/** The client sometimes ends for good: a consumer that crashed is replaced. */
async function follow(
  client: kafkajs.Kafka,
  onRecords: (records: readonly KafkaRecord[]) => void,
  onTrouble: (error: Error) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // Nobody else has this group: its offsets are never stored, and the brokers forget it after a week.
    const consumer = client.consumer({
      groupId: `${TOPIC}.${randomUUID()}`,
      allowAutoTopicCreation: false,
      sessionTimeout: 10_000,
      heartbeatInterval: 3_000,
      retry: { ...RETRIES, restartOnFailure: async () => false },
    })
    await untilCrash(consumer, onRecords, signal).catch(onTrouble)
    await consumer.disconnect().catch(() => undefined)
    await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function untilCrash(
  consumer: Consumer,
  onRecords: (records: readonly KafkaRecord[]) => void,
  signal: AbortSignal,
): Promise<void> {
  await consumer.connect()
  await consumer.subscribe({ topic: TOPIC, fromBeginning: false })
  const crash = new Promise<never>((_resolve, reject) => {
    consumer.on('consumer.crash', ({ payload }) => reject(payload.error))
    consumer
      .run({
        autoCommit: false,
        eachBatch: async ({ batch }) => onRecords(batch.messages.map(recordOf)),
      })
      .catch(reject)
  })
  if (!signal.aborted) await Promise.race([crash, once(signal, 'abort')])
}

const recordOf = ({ key, headers = {}, value }: kafkajs.KafkaMessage): KafkaRecord => ({
  key: String(key ?? ''),
  headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
  value: value ?? Buffer.alloc(0),
})

const REFUSALS = /_AUTHORIZATION_FAILED|SASL_|UNSUPPORTED_SASL|SASLAuthentication|CERT|ERR_TLS|ERR_SSL|EPROTO/

/** The client's errors carry the one that they wrap, and the name that the protocol gives to a refusal. */
function refusedOr(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { type, code } = cause as { readonly type?: unknown; readonly code?: unknown }
    const words = [type, code, cause.name].filter((word) => typeof word === 'string')
    const word = words.find((one) => REFUSALS.test(one))
    if (word !== undefined) return new KafkaRefused(`${word}: ${cause.message}`, { cause: error })
  }
  return error
}
