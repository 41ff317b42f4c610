import type { Clock } from '../clock.ts'
import { watchVisibleSecond, type PageVisibility } from './visible-second.ts'

const visibilityOf = (page: Document): PageVisibility => ({
  visible: page.visibilityState === 'visible',
  prerendering: (page as { prerendering?: boolean }).prerendering === true,
})

/** Calls `seen` once the page was visible to a person. The returned function restarts it for a new visit. */
export function watchPageVisibility(page: Document, clock: Clock, seen: () => void): () => void {
  let look = watchVisibleSecond(clock, seen)
  const tell = (): void => look(visibilityOf(page))
  page.addEventListener('visibilitychange', tell)
  page.addEventListener('prerenderingchange', tell)
  tell()
  return () => {
    look({ visible: false, prerendering: false }) // cancels the former visit's timer
    look = watchVisibleSecond(clock, seen)
    tell()
  }
}
