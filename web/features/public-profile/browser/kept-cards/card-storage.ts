import { KEPT_CARDS } from '@app/contracts/kept-cards.ts'

/** One cache a card, so that a card goes with all its parts. The number changes with the form of what is kept. */
export const CARDS = 'cards-1/'
export const cacheOf = (path: string): string => CARDS + path

/** For the page. A browser without caches, or that has them blocked, has no card. */
export async function dropCard(open: () => CacheStorage, path: string): Promise<void> {
  try {
    await open().delete(cacheOf(path))
  } catch {
    // Nothing was kept.
  }
}

const KEPT_AT = 'kept-at'

export async function keptAtOf(storage: CacheStorage, name: string): Promise<number | undefined> {
  const found = await storage.match(name.slice(CARDS.length), { cacheName: name, ignoreVary: true })
  const keptAtMs = Number(found && found.headers.get(KEPT_AT))
  return keptAtMs > 0 ? keptAtMs : undefined
}

/** The body is decoded already. The headers stay, the content security policy among them. */
export function copyOf(answer: Response, body: BodyInit, keptAtMs: number): Response {
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  headers.set(KEPT_AT, String(keptAtMs))
  return new Response(body, { headers })
}

export type Parts = readonly (readonly [address: string, part: Response])[]

/** Parts that cannot be loaded, or for which there is no room, are left out. */
export async function partsWithin(
  addresses: readonly string[],
  bytesMax: number,
  load: (address: string) => Promise<Response>,
  nowMs: number,
): Promise<Parts> {
  const parts: [string, Response][] = []
  let bytesLeft = bytesMax
  for (const address of addresses.slice(0, KEPT_CARDS.partsMax)) {
    const answer = await load(address).catch(() => undefined)
    if (!answer || !answer.ok) continue
    const body = await answer.blob()
    if (body.size > bytesLeft) continue
    bytesLeft -= body.size
    parts.push([address, copyOf(answer, body, nowMs)])
  }
  return parts
}
