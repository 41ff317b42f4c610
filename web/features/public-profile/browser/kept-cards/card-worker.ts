import { askedOf, seenCardOf } from './asked.ts'
import { createKeptCards, type KeptCards } from './kept-cards.ts'
import type { CardRequested, WorkerScope } from './worker-scope.ts'

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
export function runCardWorker(scope: WorkerScope, now: () => number): void {
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
