import type { JsonObject } from '@app/contracts/event-store.ts'
import { LRUCache } from 'lru-cache'
import { openFields } from './sealed-fields.ts'
import type { SubjectKeys } from '../keys/subject-keys.ts'

interface TextSource {
  readonly profileId: string
  readonly visitorId: string
  readonly eventId: string
}
export interface SealedText extends TextSource {
  readonly keyRef: string
  readonly fields: JsonObject
}

export interface DecryptedTextCache {
  /**
   * In the order of `wanted`; texts of erased visitors are empty, and those of blocked ones `BLOCKED`. `load` gets only what is not cached.
   * @param losses the count of destroyed keys, read within the same call
   */
  open(
    losses: string,
    wanted: readonly TextSource[] | Promise<readonly TextSource[]>,
    load: (unknown: readonly TextSource[]) => Promise<readonly SealedText[]>,
  ): Promise<readonly JsonObject[]>
}

/** `losses` is the count of destroyed keys when the texts were decrypted. */
interface Cached {
  readonly losses: string
  readonly texts: LRUCache<string, CachedText>
}
interface CachedText {
  readonly source: TextSource
  readonly text: JsonObject
}

const TEXTS_MAX = 10_000
const NOTHING: JsonObject = {}
/** In place of texts that are there, and open for nobody. */
export const BLOCKED: JsonObject = {}
const nothingSince = (losses: string): Cached => ({
  losses,
  texts: new LRUCache({ max: TEXTS_MAX }),
})
const NONE: ReadonlyMap<string, JsonObject> = new Map()
const nameOf = ({ profileId, visitorId, eventId }: TextSource): string =>
  `${profileId}|${visitorId}|${eventId}`

/** A forged event may repeat an id: then the latest text is cached. */
function findText({ texts }: Cached, { profileId, visitorId, eventId }: TextSource): JsonObject | undefined {
  const known = texts.get(eventId)
  const isTheirs = known?.source.profileId === profileId && known.source.visitorId === visitorId
  return isTheirs ? known.text : undefined
}

function remember({ texts }: Cached, source: TextSource, text: JsonObject): void {
  texts.set(source.eventId, { source, text })
}

/** Clears itself when the count of destroyed keys has changed. */
export function createDecryptedTextCache(keys: Pick<SubjectKeys, 'withLosses'>): DecryptedTextCache {
  let latest = nothingSince('')

  /** A call that began before a key was destroyed keeps its own cache, which no later call sees. */
  function cacheSince(losses: string): Cached {
    if (latest.losses !== losses) latest = nothingSince(losses)
    return latest
  }

  async function decrypt(
    cached: Cached,
    sealed: readonly SealedText[],
  ): Promise<ReadonlyMap<string, JsonObject>> {
    const found = await keys.withLosses([...new Set(sealed.map(({ keyRef }) => keyRef))])
    const decrypted = new Map<string, JsonObject>()
    for (const { fields, keyRef, ...source } of sealed) {
      const text = found.blocked.has(keyRef)
        ? BLOCKED
        : openFields(fields, source.eventId, found.keys.get(keyRef))
      decrypted.set(nameOf(source), text)
      remember(cached, source, text)
    }
    return decrypted
  }

  return {
    open: async (losses, wanted, load) => {
      const sources = await wanted
      const cached = cacheSince(losses)
      const known = sources.map((one) => findText(cached, one))
      const unknown = sources.filter((_, n) => known[n] === undefined)
      const decrypted = unknown.length === 0 ? NONE : await decrypt(cached, await load(unknown))
      return sources.map((one, n) => known[n] ?? decrypted.get(nameOf(one)) ?? NOTHING)
    },
  }
}
