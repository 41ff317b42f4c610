import type { JsonObject } from '@app/contracts/event-store.ts'
import { LRUCache } from 'lru-cache'
import { openFields } from './sealed-fields.ts'
import type { SubjectKeys } from '../keys/subject-keys.ts'

/** Where somebody said something: an event of theirs. */
export interface TextSource {
  readonly profileId: string
  readonly visitorId: string
  readonly eventId: string
}
/** What they said, as it lies in the log. */
export interface SealedText extends TextSource {
  /** Whose key opens it. */
  readonly keyRef: string
  readonly fields: JsonObject
}

/** Opens what people said, for lists that are looked at again and again. */
export interface DecryptedTextCache {
  /**
   * In the order asked for; nothing is left of whoever was forgotten.
   * @param asking what to open; not waited for before the keys are asked about
   * @param load asked for what is not known, and only for that
   */
  open(
    asking: readonly TextSource[] | Promise<readonly TextSource[]>,
    load: (unknown: readonly TextSource[]) => Promise<readonly SealedText[]>,
  ): Promise<readonly JsonObject[]>
}

/** What was opened while so many keys were gone, by event. */
interface Remembered {
  readonly losses: string
  readonly opened: LRUCache<string, Opened>
}
interface Opened {
  readonly saidIn: TextSource
  readonly words: JsonObject
}

const REMEMBERED_MAX = 10_000
const NOTHING: JsonObject = {}
const nothingSince = (losses: string): Remembered => ({
  losses,
  opened: new LRUCache({ max: REMEMBERED_MAX }),
})
const NONE: ReadonlyMap<string, JsonObject> = new Map()
const placeOf = ({ profileId, visitorId, eventId }: TextSource): string =>
  `${profileId}|${visitorId}|${eventId}`

/** Ids of events are unique but for forged ones: of those, whoever was looked at last is remembered. */
function recall(
  { opened }: Remembered,
  { profileId, visitorId, eventId }: TextSource,
): JsonObject | undefined {
  const known = opened.get(eventId)
  const isTheirs = known?.saidIn.profileId === profileId && known.saidIn.visitorId === visitorId
  return isTheirs ? known.words : undefined
}

function remember({ opened }: Remembered, saidIn: TextSource, words: JsonObject): void {
  opened.set(saidIn.eventId, { saidIn, words })
}

/**
 * To load and to open words is slower than all else of a list, so what was opened is remembered, until anybody is
 * forgotten: each time it is asked, before anything is opened, how many keys are gone, and where that is another count
 * than before, all is forgotten.
 */
export function createDecryptedTextCache(
  keys: Pick<SubjectKeys, 'losses' | 'forReading'>,
): DecryptedTextCache {
  let latest = nothingSince('')

  /** Whoever began before a loss goes on with what it began with, and that is nobody else's any more. */
  function rememberedSince(losses: string): Remembered {
    if (latest.losses !== losses) latest = nothingSince(losses)
    return latest
  }

  /** What was said at each of these places, as far as it can be opened. */
  async function learn(
    remembered: Remembered,
    sealed: readonly SealedText[],
  ): Promise<ReadonlyMap<string, JsonObject>> {
    const found = await keys.forReading([...new Set(sealed.map(({ keyRef }) => keyRef))])
    const learned = new Map<string, JsonObject>()
    for (const { fields, keyRef, ...saidIn } of sealed) {
      const words = openFields(fields, saidIn.eventId, found.get(keyRef))
      learned.set(placeOf(saidIn), words)
      remember(remembered, saidIn, words)
    }
    return learned
  }

  return {
    open: async (asking, load) => {
      const [asked, losses] = await Promise.all([asking, keys.losses()])
      const remembered = rememberedSince(losses)
      const known = asked.map((one) => recall(remembered, one))
      const unknown = asked.filter((_, n) => known[n] === undefined)
      const learned = unknown.length === 0 ? NONE : await learn(remembered, await load(unknown))
      return asked.map((one, n) => known[n] ?? learned.get(placeOf(one)) ?? NOTHING)
    },
  }
}
