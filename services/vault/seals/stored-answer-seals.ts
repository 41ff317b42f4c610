import { createHmac } from 'node:crypto'
import type { IdKeys } from '../keys/id-keys.ts'
import { open, seal, type RandomBytes } from '../keys/sealing.ts'
import type { SubjectKeys } from '../keys/subject-keys.ts'

/** What a keyed call is known by. No body and no key is stored: only these, and nobody gets back from them. */
export interface CallHashes {
  readonly keyHash: Buffer
  readonly requestHash: Buffer
  /** For ids: the same for the same call under the same key. */
  readonly seed: string
}

export interface StoredAnswerSeals {
  hashesOf(call: { readonly key: string; readonly scope: string; readonly body: unknown }): CallHashes
  /** Undefined where the subject has no key: nobody who was forgotten gets a new one for an answer's sake. */
  seal(keyHash: Buffer, subject: string | undefined, answer: unknown): Promise<Buffer | undefined>
  /** Undefined once the subject's key is destroyed, or is another one. */
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
  const [hashing, nobodys] = [deps.idKeys.of('kept-answer-hashes'), deps.idKeys.of('kept-answers')]
  const hashOf = (...parts: readonly string[]): Buffer =>
    createHmac('sha256', hashing).update(JSON.stringify(parts)).digest()
  const keyOf = async (subject: string | undefined): Promise<Buffer | undefined> =>
    subject === undefined ? nobodys : (await deps.keys.forReading([subject])).get(subject)

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
        return undefined // who was forgotten and came back has another key
      }
    },
  }
}

/** The same text for the same JSON, however its fields are ordered. */
const canonical = (body: unknown): string =>
  JSON.stringify(body, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  ) ?? ''
