import { wrapKey, type SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { KEY_BYTES, type RandomBytes } from '@app/vault/keys/sealing.ts'

export type FillingKeys = Pick<SubjectKeys, 'forWriting' | 'forReading' | 'withLosses'>

/** All subjects are new: keys are kept in memory, and their wrapped form is handed to `onMade`. */
export function createNewKeys(deps: {
  readonly wrappedBy: Buffer
  readonly random: RandomBytes
  readonly onMade: (subject: string, wrapped: Buffer) => Promise<void>
}): FillingKeys {
  const { wrappedBy, random, onMade } = deps
  const made = new Map<string, Buffer>()
  const forReading: FillingKeys['forReading'] = async (subjects) => new Map(subjects.flatMap(pairOf))
  return {
    forWriting: async (subject) => {
      const known = made.get(subject)
      if (known !== undefined) return known
      const key = random(KEY_BYTES)
      made.set(subject, key)
      await onMade(subject, wrapKey({ wrappedBy, random }, subject, key))
      return key
    },
    forReading,
    withLosses: async (subjects) => ({
      keys: await forReading(subjects),
      losses: '0',
      blocked: new Set(),
    }),
  }

  function pairOf(subject: string): readonly (readonly [string, Buffer])[] {
    const key = made.get(subject)
    return key === undefined ? [] : [[subject, key]]
  }
}
