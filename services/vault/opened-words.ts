import type { JsonObject } from '@app/contracts/event-store.ts'
import { openFields } from './sealed-fields.ts'
import type { SubjectKeys } from './subject-keys.ts'

/** Where somebody said something: an event of theirs. */
export interface SaidIn {
  readonly visitor: string
  readonly eventId: string
}
/** What they said, as it lies in the log. */
export interface SealedWords extends SaidIn {
  /** Whose key opens it. */
  readonly keyRef: string
  readonly fields: JsonObject
}

/** Opens what people said, for lists that are looked at again and again. */
export interface OpenedWords {
  /**
   * In the order asked for; nothing is left of whoever was forgotten.
   * @param asking what to open; not waited for before the keys are asked about
   * @param load asked for what is not known, and only for that
   */
  open(
    asking: readonly SaidIn[] | Promise<readonly SaidIn[]>,
    load: (unknown: readonly SaidIn[]) => Promise<readonly SealedWords[]>,
  ): Promise<readonly JsonObject[]>
}

/** What was opened while so many keys were gone, by where it was said. */
interface Remembered {
  readonly losses: string
  readonly words: Map<string, JsonObject>
}

const REMEMBERED_MAX = 10_000
const NOTHING: JsonObject = {}
const nameOf = ({ visitor, eventId }: SaidIn): string => `${visitor}|${eventId}`

/**
 * To load and to open words is slower than all else of a list, so what was opened is remembered, until anybody is
 * forgotten: each time it is asked, before anything is opened, how many keys are gone, and where that is another count
 * than before, all is forgotten.
 */
export function createOpenedWords(keys: Pick<SubjectKeys, 'losses' | 'forReading'>): OpenedWords {
  let latest: Remembered = { losses: '', words: new Map() }

  /** Whoever began before a loss goes on with what it began with, and that is nobody else's any more. */
  function rememberedSince(losses: string): Remembered['words'] {
    if (latest.losses !== losses) latest = { losses, words: new Map() }
    return latest.words
  }

  async function learn(words: Remembered['words'], sealed: readonly SealedWords[]): Promise<void> {
    const found = await keys.forReading([...new Set(sealed.map(({ keyRef }) => keyRef))])
    for (const one of sealed) {
      words.set(nameOf(one), openFields(one.fields, one.eventId, found.get(one.keyRef)))
      if (words.size > REMEMBERED_MAX) words.delete(words.keys().next().value!)
    }
  }

  return {
    open: async (asking, load) => {
      const [asked, losses] = await Promise.all([asking, keys.losses()])
      const words = rememberedSince(losses)
      const unknown = asked.filter((one) => !words.has(nameOf(one)))
      if (unknown.length > 0) await learn(words, await load(unknown))
      return asked.map((one) => words.get(nameOf(one)) ?? NOTHING)
    },
  }
}
