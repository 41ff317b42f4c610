import kafkajs, { type Admin, type SASLOptions } from 'kafkajs'
import { withTimeout } from '@app/concurrency/with-timeout.ts'
import type { Log } from '@app/observability/log.ts'
import { followTopic, newConsumer, readMessage } from './consuming.ts'
import { KafkaRefused, TOPIC, type Kafka, type KafkaRecord, refusedOr } from './kafka-port.ts'
import { createProducing, RETRIES } from './producing.ts'

export interface KafkaAccess {
  /** `host:port` */
  readonly brokers: readonly string[]
  /** Encrypts; `ca` is the PEM of whoever signed the brokers' certificates, if they are not public. */
  readonly tls?: { readonly ca?: string } | undefined
  readonly login?: SASLOptions | undefined
}

const CONNECT_MS_MAX = 3_000
/** Below the limit of a send, so that a silent broker ends it by an error of its own. */
const REQUEST_MS_MAX = 6_000
const PREPARE_MS_MAX = 20_000
const NEWEST_MS_MAX = 15_000
/** Readers that were away for longer read the log; it keeps events for ever. */
const RETENTION_MS = 7 * 86_400_000

/** @param clientId names the process in the brokers' own logs */
export function createKafka(access: KafkaAccess, clientId: string, log: Log): Kafka {
  const client = new kafkajs.Kafka({
    clientId,
    brokers: [...access.brokers],
    ...(access.tls === undefined ? {} : { ssl: access.tls }),
    ...(access.login === undefined ? {} : { sasl: access.login }),
    connectionTimeout: CONNECT_MS_MAX,
    authenticationTimeout: CONNECT_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    enforceRequestTimeout: true,
    retry: RETRIES,
    logLevel: kafkajs.logLevel.WARN,
    // Failures are told by whoever asked; whatever else the client says stays out of the log.
    logCreator: () => (entry) =>
      log.debug({ namespace: entry.namespace }, `kafka client: ${entry.log.message}`),
  })
  const producing = createProducing(client)
  const ending = new Set<() => Promise<void>>()
  return {
    prepare: () => withAdmin(client, prepareTopic),
    newest: () => readNewest(client),
    produce: producing.produce,
    consume: (onRecords, onTrouble) => {
      const stop = followTopic(client, onRecords, onTrouble)
      const end = async (): Promise<void> => {
        ending.delete(end)
        await stop()
      }
      ending.add(end)
      return end
    },
    close: async () => {
      await Promise.all([producing.close(), ...[...ending].map((end) => end())])
    },
  }
}

async function withAdmin<T>(client: kafkajs.Kafka, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = client.admin()
  try {
    const done = admin.connect().then(() => work(admin))
    return await withTimeout(done, PREPARE_MS_MAX, () => {
      throw new Error(`no broker answered within ${PREPARE_MS_MAX} ms`)
    })
  } catch (error) {
    throw refusedOr(error)
  } finally {
    void admin.disconnect().catch(() => undefined)
  }
}

async function prepareTopic(admin: Admin): Promise<void> {
  if (!(await admin.listTopics()).includes(TOPIC)) {
    // Answers false where another process was faster.
    await admin.createTopics({
      waitForLeaders: true,
      topics: [
        {
          topic: TOPIC,
          numPartitions: 1,
          configEntries: [
            { name: 'cleanup.policy', value: 'delete' },
            { name: 'retention.ms', value: String(RETENTION_MS) },
          ],
        },
      ],
    })
  }
  const { topics } = await admin.fetchTopicMetadata({ topics: [TOPIC] })
  const partitions = topics[0]?.partitions.length ?? 0
  if (partitions > 1) throw new KafkaRefused(`topic ${TOPIC} has ${partitions} partitions, not 1`)
}

async function readNewest(client: kafkajs.Kafka): Promise<KafkaRecord | undefined> {
  const offsets = await withAdmin(client, (admin) => admin.fetchTopicOffsets(TOPIC))
  const next = BigInt(offsets[0]?.high ?? 0)
  if (next === 0n || next <= BigInt(offsets[0]?.low ?? 0)) return undefined
  const consumer = newConsumer(client)
  try {
    await consumer.connect()
    await consumer.subscribe({ topic: TOPIC, fromBeginning: true })
    const found = new Promise<KafkaRecord>((resolve, reject) => {
      consumer.on('consumer.crash', ({ payload }) => reject(payload.error))
      consumer
        .run({
          autoCommit: false,
          eachMessage: async ({ message }) => {
            if (BigInt(message.offset) >= next - 1n) resolve(readMessage(message))
          },
        })
        .then(() => consumer.seek({ topic: TOPIC, partition: 0, offset: String(next - 1n) }))
        // Also when the record came before the seek, and the consumer is gone.
        .catch(reject)
    })
    return await withTimeout(found, NEWEST_MS_MAX, () => {
      throw new Error(`the newest record could not be read within ${NEWEST_MS_MAX} ms`)
    })
  } finally {
    await consumer.disconnect().catch(() => undefined)
  }
}
