import { tabOf } from '../shell/tab-ids.ts'
import { keptFigures, prefetchDashboard } from './prefetch-dashboard.ts'

// Named at the top of the dashboard's document, and run long before the screen's scripts have come.

/** Of a tab, by address (web/build-documents.mjs): those it is drawn with, and those that it loads after that. */
interface Chunks {
  readonly first: readonly string[]
  readonly later: readonly string[]
}

const { chunks = '{}' } = document.currentScript?.dataset ?? {}
const { search } = window.location
const { first = [], later = [] } =
  (JSON.parse(chunks) as Record<string, Chunks | undefined>)[tabOf(search)] ?? {}

function preload(href: string): Promise<void> {
  const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }
  const link = Object.assign(document.createElement('link'), { ...kind, crossOrigin: '', href })
  link.fetchPriority = 'low'
  const isOver = new Promise<void>((resolve) => {
    link.onload = link.onerror = () => resolve()
  })
  document.head.append(link)
  return isOver
}

/** Resolves once the tab can be drawn. A preload waits behind the calls: HTTP/1.1 has six connections for all. */
const drawable = Promise.resolve().then(() => Promise.all(first.map(preload)))

const visit = { search, nowMs: Date.now() }
globalThis.prefetched = prefetchDashboard({ ...visit, ask: (path, init) => fetch(path, init) })

/** Into the document's frame, where features/analytics/AnalyticsSkeleton.tsx has left their places. */
function drawFigures(): void {
  const figures = keptFigures(visit)
  const places = document.querySelectorAll('[data-shell] [data-figure]')
  if (figures === undefined || places.length === 0) return
  places.forEach((place, n) => (place.textContent = figures[n] ?? ''))
  places[0]?.closest('[aria-busy]')?.setAttribute('data-figures', '')
}
// Long before DOMContentLoaded, which waits for the client.
if (document.readyState === 'loading')
  document.addEventListener('readystatechange', drawFigures, { once: true })
else drawFigures()

void drawable.then(() => later.map(preload))
