import type { Clock } from '../clock.ts'
import { watchSight, type Sight } from './visible-second.ts'

const sightOf = (page: Document): Sight => ({
  visible: page.visibilityState === 'visible',
  prerendering: (page as { prerendering?: boolean }).prerendering === true,
})

/** Calls `seen` when the page was shown to a person; the answer starts over, for a visit of its own. */
export function watchPageSight(page: Document, clock: Clock, seen: () => void): () => void {
  let look = watchSight(clock, seen)
  const tell = (): void => look(sightOf(page))
  page.addEventListener('visibilitychange', tell)
  page.addEventListener('prerenderingchange', tell)
  tell()
  return () => {
    look({ visible: false, prerendering: false }) // the visit before this one may have been too short
    look = watchSight(clock, seen)
    tell()
  }
}
