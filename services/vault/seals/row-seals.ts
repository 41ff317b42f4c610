import { createHash, createHmac } from 'node:crypto'
import { StoreError, type JsonValue } from '@app/contracts/event-store.ts'
import type { KeyedNames } from '../keys/keyed-names.ts'
import { open, seal } from '../keys/sealing.ts'
import type { KeysAndBlocked, SubjectKeys } from '../keys/subject-keys.ts'

interface SealedPlace {
  readonly subject: string
  readonly column: string
}

const placeOf = ({ subject, column }: SealedPlace): string => `row:${column}/${subject}`

/** Distinguishes the new key of a returning person from the destroyed one, and reveals neither. */
const markOf = (key: Buffer): string =>
  createHash('sha256').update('row key mark').update(key).digest('base64url').slice(0, 12)

const NOBODY: KeysAndBlocked = { keys: new Map(), blocked: new Set() }

/** The nonce is a keyed hash of row, column and text: equal text seals alike, so that builds can be compared. */
export const createRowSeals = (
  keys: Pick<SubjectKeys, 'withBlocked'>,
  names: Pick<KeyedNames, 'slug' | 'searchWord'>,
) => ({
  slugName: names.slug,
  searchWord: names.searchWord,
  of: async (subjects: readonly string[]) => {
    const { keys: found, blocked } = subjects.length === 0 ? NOBODY : await keys.withBlocked(subjects)
    return {
      isBlocked: (subject: string): boolean => blocked.has(subject),
      seal: (place: SealedPlace, text: JsonValue): string | null => {
        const key = found.get(place.subject)
        if (key === undefined) return null
        const plain = Buffer.from(JSON.stringify(text))
        const nonce = createHmac('sha256', key)
          .update(`nonce ${placeOf(place)}\n`)
          .update(plain)
          .digest()
        const sealed = seal(key, placeOf(place), plain, (bytes) => nonce.subarray(0, bytes))
        return `${markOf(key)}.${sealed.toString('base64')}`
      },
      open: (place: SealedPlace, sealed: string | null): JsonValue | undefined => {
        const key = found.get(place.subject)
        if (key === undefined || sealed === null || !sealed.startsWith(`${markOf(key)}.`)) return undefined
        return openText(key, place, sealed)
      },
    }
  },
})

function openText(key: Buffer, place: SealedPlace, sealed: string): JsonValue {
  try {
    const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64')
    return JSON.parse(open(key, placeOf(place), bytes).toString()) as JsonValue
  } catch (cause) {
    throw new StoreError('Corrupt', `${place.column} of ${place.subject} does not open with its key`, {
      cause,
    })
  }
}
