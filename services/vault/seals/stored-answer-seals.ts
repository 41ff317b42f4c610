import { createHmac } from 'node:crypto'
import { isJsonObject } from '@app/contracts/json-object.ts'
import type { IdKeys } from '../keys/id-keys.ts'
import { open, seal, type RandomBytes } from '../keys/sealing.ts'
import type { SubjectKeys } from '../keys/subject-keys.ts'

export interface CallHashes {
  readonly keyHash: Buffer
  readonly requestHash: Buffer
  /** Ids derive from it, so that the same call under the same key has the same ids. */
  readonly seed: string
}

export interface StoredAnswerSeals {
  hashesOf(call: { readonly key: string; readonly scope: string; readonly body: unknown }): CallHashes
  /** Undefined without a key: an erased subject gets no new key for an answer. */
  seal(keyHash: Buffer, subject: string | undefined, answer: unknown): Promise<Buffer | undefined>
  /** Undefined once the key was destroyed or replaced. */
  open(
    keyHash: Buffer,
    subject: string | null,
    sealed: Buffer,
  ): Promise<{ readonly answer: unknown } | undefined>
}

const placeOf = (keyHash: Buffer): string => `kept-answer:${keyHash.toString('hex')}`

export function createStoredAnswerSeals(deps: {
  readonly idKeys: IdKeys
  readonly keys: Pick<SubjectKeys, 'forReading'>
  readonly random: RandomBytes
}): StoredAnswerSeals {
  const [hashing, unowned] = [deps.idKeys.of('kept-answer-hashes'), deps.idKeys.of('kept-answers')]
  const hashOf = (...parts: readonly string[]): Buffer =>
    createHmac('sha256', hashing).update(JSON.stringify(parts)).digest()
  const keyOf = async (subject: string | undefined): Promise<Buffer | undefined> =>
    subject === undefined ? unowned : (await deps.keys.forReading([subject])).get(subject)

  return {
    hashesOf: ({ key, scope, body }) => {
      const text = canonical(body)
      return {
        keyHash: hashOf('key', scope, key),
        requestHash: hashOf('request', text),
        seed: hashOf('seed', scope, key, text).toString('hex'),
      }
    },
    seal: async (keyHash, subject, answer) => {
      const key = await keyOf(subject)
      return key && seal(key, placeOf(keyHash), Buffer.from(JSON.stringify(answer)), deps.random)
    },
    open: async (keyHash, subject, sealed) => {
      const key = await keyOf(subject ?? undefined)
      if (key === undefined) return undefined
      try {
        return { answer: JSON.parse(open(key, placeOf(keyHash), sealed).toString()) as unknown }
      } catch {
        return undefined
      }
    },
  }
}

const canonical = (body: unknown): string =>
  JSON.stringify(body, (_name, value: unknown) =>
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  ) ?? ''
