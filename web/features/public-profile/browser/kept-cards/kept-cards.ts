import { KEPT_CARDS } from '@app/contracts/kept-cards.ts'
import type { SeenCard } from './asked.ts'
import { cacheOf, CARDS, copyOf, keptAtOf, partsWithin } from './card-storage.ts'
import { markedOffline } from './offline-mark.ts'
import { isOutdated, outdatedOf } from './outdated.ts'

export interface KeptCards {
  readonly keep: (card: SeenCard & { readonly path: string }) => Promise<void>
  readonly find: (path: string) => Promise<Response | undefined>
  readonly findPart: (address: string) => Promise<Response | undefined>
  readonly drop: (path: string) => Promise<unknown>
  /** Of other versions of this program. */
  readonly dropForeign: () => Promise<unknown>
}

interface Means {
  readonly storage: CacheStorage
  /** From the browser's cache where possible: the page has just been loaded. */
  readonly load: (address: string) => Promise<Response>
  readonly now: () => number
}

export function createKeptCards({ storage, load, now }: Means): KeptCards {
  const drop = (path: string): Promise<unknown> => storage.delete(cacheOf(path))
  const dropAll = (names: readonly string[]): Promise<unknown> =>
    Promise.all(names.map((name) => storage.delete(name)))

  async function dropOutdated(): Promise<void> {
    const names = (await storage.keys()).filter((name) => name.startsWith(CARDS))
    const cards = await Promise.all(
      names.map(async (name) => ({ name, keptAtMs: await keptAtOf(storage, name) })),
    )
    await dropAll(outdatedOf(cards, now()))
  }

  return {
    keep: async ({ address, path, parts }) => {
      const answer = await load(address)
      const html = await answer.text()
      await drop(path)
      const bytesLeft = KEPT_CARDS.cardBytesMax - new Blob([html]).size
      if (!answer.ok || answer.redirected || bytesLeft < 0) return
      const found = await partsWithin(parts, bytesLeft, load, now())
      const cache = await storage.open(cacheOf(path))
      try {
        for (const [part, copy] of found) await cache.put(part, copy)
        // Last: a card without its document counts as unfinished.
        await cache.put(path, copyOf(answer, markedOffline(html), now()))
      } catch {
        await drop(path) // no room
      }
      await dropOutdated()
    },
    find: async (path) => {
      const name = cacheOf(path)
      if (!(await storage.has(name))) return undefined
      if (!isOutdated(await keptAtOf(storage, name), now()))
        return storage.match(path, { cacheName: name, ignoreVary: true })
      await drop(path)
      return undefined
    },
    findPart: (address) => storage.match(address, { ignoreVary: true }),
    drop,
    dropForeign: async () =>
      dropAll((await storage.keys()).filter((name) => name.startsWith('cards-') && !name.startsWith(CARDS))),
  }
}
