import type { Clock } from '../clock.ts'
import { loadScript } from '../load-script.ts'

/** Firefox ends what a page is loading when a link is followed, also for a download. */
const DOWNLOAD_BEGUN_MS = 1_000

/** After the contact was saved the page offers the way back, once. Where the script cannot be loaded, it offers nothing. */
export function watchSaved(page: Document, clock: Clock, isKnown: () => boolean): void {
  const [link, offer] = [page.querySelector('[data-save]'), page.querySelector<HTMLElement>('[data-offer]')]
  if (!link || !offer) return
  const load = () => loadScript(page, offer.dataset.offer || '').catch(() => undefined)
  link.addEventListener(
    'click',
    () =>
      void clock.after(DOWNLOAD_BEGUN_MS, () => {
        if (!isKnown()) void load()
      }),
    { once: true },
  )
}
