import { askedOf, seenCardOf, type SeenCard } from './asked.ts'
import { KEPT_CARDS } from '@app/contracts/kept-cards.ts'
import { cacheOf, CARDS, copyOf, keptAtOf, partsWithin } from './card-storage.ts'
import { markedOffline } from './offline-mark.ts'
import { isOutdated, outdatedOf } from './outdated.ts'

/** The used part of the worker's scope; TypeScript's types of workers contradict those of pages. */
interface WorkerEvent {
  readonly waitUntil: (work: Promise<unknown>) => void
}

interface CardRequested extends WorkerEvent {
  readonly request: Request
  readonly preloadResponse?: Promise<Response | undefined>
  readonly respondWith: (answer: Promise<Response>) => void
}

interface Events {
  readonly activate: WorkerEvent
  readonly message: WorkerEvent & { readonly data: unknown }
  readonly fetch: CardRequested
}

interface WorkerScope {
  readonly location: { readonly origin: string }
  readonly caches: CacheStorage
  readonly fetch: typeof fetch
  readonly registration: { readonly navigationPreload?: { readonly enable: () => Promise<void> } }
  readonly addEventListener: <Name extends keyof Events>(
    name: Name,
    listen: (event: Events[Name]) => void,
  ) => void
}

interface KeptCards {
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

function createKeptCards({ storage, load, now }: Means): KeptCards {
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

/** The profile was closed, erased, or lives under another address. */
const isGone = (answer: Pick<Response, 'status' | 'type'>): boolean =>
  answer.status === 404 || answer.status === 410 || isRedirect(answer)

const isRedirect = ({ type }: Pick<Response, 'type'>): boolean => type === 'opaqueredirect'

/** Shows any answer of the server; a copy only without an answer. */
async function answerCard(
  { fetch }: Pick<WorkerScope, 'fetch'>,
  cards: KeptCards,
  event: CardRequested,
  path: string,
): Promise<Response> {
  try {
    let answer = (await event.preloadResponse) || (await fetch(event.request))
    // The browser's cache may have redirects that lead in a circle by now: only the server's count.
    if (isRedirect(answer)) answer = await fetch(event.request, { cache: 'reload' })
    if (isGone(answer)) await cards.drop(path).catch(() => undefined)
    return answer
  } catch (error) {
    const kept = await cards.find(path)
    if (kept) return kept
    throw error
  }
}

async function answerPart(
  { fetch }: Pick<WorkerScope, 'fetch'>,
  cards: KeptCards,
  { request }: CardRequested,
): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await cards.findPart(request.url)
    if (kept) return kept
    throw error
  }
}

/** Takes nothing over: a new version waits until no page of the version before is open. */
function runCardWorker(scope: WorkerScope, now: () => number): void {
  const { origin } = scope.location
  const load = (address: string): Promise<Response> => scope.fetch(address, { cache: 'force-cache' })
  const cards = createKeptCards({ storage: scope.caches, load, now })

  scope.addEventListener('activate', (event) => {
    const { navigationPreload } = scope.registration
    event.waitUntil(cards.dropForeign())
    // The request leaves while the worker starts.
    if (navigationPreload) event.waitUntil(navigationPreload.enable())
  })
  scope.addEventListener('message', (event) => {
    const card = seenCardOf(event.data, origin)
    if (card) event.waitUntil(cards.keep(card).catch(() => undefined))
  })
  scope.addEventListener('fetch', (event) => {
    const asked = askedOf(event.request, origin)
    if (!asked) return
    event.respondWith(
      asked.kind === 'card' ? answerCard(scope, cards, event, asked.path) : answerPart(scope, cards, event),
    )
  })
}

runCardWorker(globalThis as unknown as WorkerScope, () => Date.now())
