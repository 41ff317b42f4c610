import { KafkaRefused } from './kafka-port.ts'

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
