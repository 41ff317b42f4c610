/** What the product asks of Kafka; one adapter, by kafkajs, is in `kafkajs-client.ts`. */

/**
 * The one topic, of one partition: its order is the order of the log. Whoever wants several partitions makes a topic of
 * their own from it, by the key.
 */
export const TOPIC = 'profiles.events.v1'

/** Headers are text; the value is JSON. */
export interface KafkaRecord {
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
  readonly value: Buffer
}

/** After it a send is refused, though its records may still arrive. */
export const SEND_MS_MAX = 8_000

export interface Kafka {
  /**
   * Makes the topic where it is missing.
   * @throws KafkaRefused where it has several partitions, or access is denied @throws Error while no broker answers
   */
  prepare(): Promise<void>
  /** The newest record; undefined if there is none. */
  newest(): Promise<KafkaRecord | undefined>
  /**
   * Resolves once all in-sync replicas have all records, in their order. After a rejection they may still arrive: the same
   * records must be sent again, first of all.
   */
  produce(records: readonly KafkaRecord[]): Promise<void>
  /** Calls back with what is written from now on, in order. Some may be left out or repeated after an outage. */
  consume(
    onRecords: (records: readonly KafkaRecord[]) => void,
    onTrouble: (error: Error) => void,
  ): () => Promise<void>
  close(): Promise<void>
}

/** Trying again does not help. */
export class KafkaRefused extends Error {}

const REFUSALS = /_AUTHORIZATION_FAILED|SASL_|UNSUPPORTED_SASL|SASLAuthentication|CERT|ERR_TLS|ERR_SSL|EPROTO/

/** The client's errors carry the one that they wrap, and the name that the protocol gives to a refusal. */
export function refusedOr(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { type, code } = cause as { readonly type?: unknown; readonly code?: unknown }
    const words = [type, code, cause.name].filter((word) => typeof word === 'string')
    const word = words.find((one) => REFUSALS.test(one))
    if (word !== undefined) return new KafkaRefused(`${word}: ${cause.message}`, { cause: error })
  }
  return error
}
