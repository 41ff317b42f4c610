import { randomUUID } from 'node:crypto'
import type kafkajs from 'kafkajs'
import type { Consumer, IHeaders, KafkaMessage } from 'kafkajs'
import { setTimeout as pause } from 'node:timers/promises'
import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { TOPIC, type KafkaRecord } from './kafka-port.ts'
import { RETRIES } from './producing.ts'

const CLOSE_MS_MAX = 2_000
const AGAIN_MS = 1_000

const textOf = (headers: IHeaders | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]))

export const readMessage = ({ key, headers, value }: KafkaMessage): KafkaRecord => ({
  key: String(key ?? ''),
  headers: textOf(headers),
  value: value ?? Buffer.alloc(0),
})

/** A group that nobody else has: its offsets are never stored, and the brokers forget it after a week. */
export const newConsumer = (client: kafkajs.Kafka): Consumer =>
  client.consumer({
    groupId: `${TOPIC}.${randomUUID()}`,
    allowAutoTopicCreation: false,
    sessionTimeout: 10_000,
    heartbeatInterval: 3_000,
    retry: { ...RETRIES, restartOnFailure: async () => false },
  })

/** The client sometimes ends for good: a consumer that crashed is replaced. */
export function followTopic(
  client: kafkajs.Kafka,
  onRecords: (records: readonly KafkaRecord[]) => void,
  onTrouble: (error: Error) => void,
): () => Promise<void> {
  let isEnded = false
  let endPresent = (): void => undefined
  let consumer: Consumer | undefined
  const follow = async (): Promise<void> => {
    while (!isEnded) {
      const one = (consumer = newConsumer(client))
      const crashed = new Promise<Error>((resolve) => {
        one.on('consumer.crash', ({ payload }) => resolve(payload.error))
        endPresent = () => resolve(new Error('ended'))
      })
      const error = await runConsumer(one, onRecords).then(
        () => crashed,
        (reason: Error) => reason,
      )
      await one.disconnect().catch(() => undefined)
      if (isEnded) return
      onTrouble(error)
      await pause(AGAIN_MS)
    }
  }
  const following = follow()
  return async () => {
    isEnded = true
    endPresent()
    await withTimeout(
      Promise.all([consumer?.disconnect(), following]).catch(() => undefined),
      CLOSE_MS_MAX,
      () => undefined,
    )
  }
}

async function runConsumer(
  consumer: Consumer,
  onRecords: (records: readonly KafkaRecord[]) => void,
): Promise<void> {
  await consumer.connect()
  await consumer.subscribe({ topic: TOPIC, fromBeginning: false })
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch }) => onRecords(batch.messages.map(readMessage)),
  })
}
