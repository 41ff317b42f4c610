import { KEPT_CARDS } from '@app/contracts/kept-cards.ts'
import type { SeenCard } from './asked.ts'

interface Workers {
  readonly register: (path: string) => Promise<unknown>
  readonly ready: Promise<{ readonly active: { readonly postMessage: (said: SeenCard) => void } | null }>
}

interface Means {
  /** Undefined, or throws, in old browsers, in private windows of some, and without HTTPS. */
  readonly workers: () => Workers | undefined
  readonly address: string
  /** Addresses of what the page has loaded. */
  readonly loaded: () => readonly string[]
}

/** The worker then keeps a copy of the page. */
export async function tellSeen(page: Document, { workers, address, loaded }: Means): Promise<void> {
  try {
    const found = workers()
    if (!found) return
    await found.register(KEPT_CARDS.workerPath)
    const [{ active }] = await Promise.all([found.ready, completed(page)])
    if (active) active.postMessage({ address, parts: loaded() })
  } catch {
    // The page works without a copy.
  }
}

const completed = (page: Document): Promise<void> =>
  new Promise((resolve) => {
    if (page.readyState === 'complete' || !page.defaultView) resolve()
    else page.defaultView.addEventListener('load', () => resolve())
  })
