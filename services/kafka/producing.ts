import kafkajs, { type Producer } from 'kafkajs'
import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { SEND_MS_MAX, TOPIC, type Kafka, refusedOr } from './kafka-port.ts'

const CLOSE_MS_MAX = 2_000
/** Leaders of brokers that restart are not there at once. */
export const RETRIES = { retries: 8, initialRetryTime: 50, maxRetryTime: 500 } as const

/**
 * After a failed send the client gives its numbers to other records, which the broker then takes for repetitions and
 * drops: that producer is never used again.
 */
export function createProducing(client: kafkajs.Kafka): Pick<Kafka, 'produce' | 'close'> {
  let current: Promise<Producer> | undefined
  const drop = (): Promise<void> | undefined => {
    const dropped = current
    current = undefined
    return dropped?.then((producer) => producer.disconnect()).catch(() => undefined)
  }
  return {
    produce: async (records) => {
      current ??= connected(client)
      const sending = current.then((producer) =>
        producer.send({
          topic: TOPIC,
          acks: -1,
          messages: records.map(({ key, headers, value }) => ({
            key,
            headers: { ...headers },
            value,
            partition: 0,
          })),
        }),
      )
      try {
        await withTimeout(sending, SEND_MS_MAX, () => {
          throw new Error(`no broker took ${records.length} records within ${SEND_MS_MAX} ms`)
        })
      } catch (error) {
        // It may go on trying for a while, which only repeats.
        void drop()
        throw refusedOr(error)
      }
    },
    close: () => withTimeout(Promise.resolve(drop()), CLOSE_MS_MAX, () => undefined),
  }
}

async function connected(client: kafkajs.Kafka): Promise<Producer> {
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
