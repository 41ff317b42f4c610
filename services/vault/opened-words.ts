import type { JsonObject } from '@app/contracts/event-store.ts'
import { openFields } from './sealed-fields.ts'
import type { SubjectKeys } from './subject-keys.ts'

/** Where somebody said something: the event, and whose key opens it. */
export interface SaidIn {
  readonly eventId: string
  readonly keyRef: string
}
/** What they said, as it lies in the log. */
export interface SealedWords extends SaidIn {
  readonly fields: JsonObject
}

/** Opens what people said, for lists that are looked at again and again. */
export interface OpenedWords {
  /**
   * In the order asked for; nothing is left of whoever was forgotten.
   * @param load asked for what is not known, and only for that
   */
  open(
    asked: readonly SaidIn[],
    load: (unknown: readonly SaidIn[]) => Promise<readonly SealedWords[]>,
  ): Promise<readonly JsonObject[]>
}

interface Remembered {
  /** Of the key that opened it. */
  readonly mark: string
  readonly words: JsonObject
}

const REMEMBERED_MAX = 10_000
const NOTHING: JsonObject = {}
const nameOf = ({ keyRef, eventId }: SaidIn): string => `${keyRef}|${eventId}`

/**
 * To load and to open words is slower than all else of a list, so what was opened is remembered, and keys are not: each
 * time it is asked whether the key that opened it still stands. Where it doesn't, what was opened is forgotten at once.
 */
export function createOpenedWords(keys: Pick<SubjectKeys, 'marks' | 'forReading'>): OpenedWords {
  const remembered = new Map<string, Remembered>()

  function recall(one: SaidIn, mark: string | undefined): JsonObject | undefined {
    const known = remembered.get(nameOf(one))
    if (known === undefined || known.mark === mark) return known?.words
    remembered.delete(nameOf(one))
    return undefined
  }

  function remember(one: SaidIn, entry: Remembered): void {
    remembered.set(nameOf(one), entry)
    if (remembered.size > REMEMBERED_MAX) remembered.delete(remembered.keys().next().value!)
  }

  async function learn(sealed: readonly SealedWords[], marks: ReadonlyMap<string, string>): Promise<void> {
    const found = await keys.forReading([...new Set(sealed.map(({ keyRef }) => keyRef))])
    for (const one of sealed) {
      const mark = marks.get(nameOf(one))
      if (mark === undefined) continue
      remember(one, { mark, words: openFields(one.fields, one.eventId, found.get(one.keyRef)) })
    }
  }

  return {
    open: async (asked, load) => {
      const marks = await keys.marks(asked.map(({ keyRef }) => keyRef))
      const unknown = asked.filter((one, n) => marks[n] !== undefined && recall(one, marks[n]) === undefined)
      if (unknown.length > 0) {
        const marked = asked.flatMap((one, n) =>
          marks[n] === undefined ? [] : [[nameOf(one), marks[n]] as const],
        )
        await learn(await load(unknown), new Map(marked))
      }
      return asked.map((one, n) => recall(one, marks[n]) ?? NOTHING)
    },
  }
}
