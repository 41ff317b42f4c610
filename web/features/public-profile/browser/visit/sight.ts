import type { Clock } from '../clock.ts'
import { watchSight, type Sight } from './visible-second.ts'

const sightOf = (page: Document): Sight => ({
  visible: page.visibilityState === 'visible',
  prerendering: (page as { prerendering?: boolean }).prerendering === true,
})

/** Calls `seen` once the page was visible to a person. The returned function restarts it for a new visit. */
export function watchPageSight(page: Document, clock: Clock, seen: () => void): () => void {
  let look = watchSight(clock, seen)
  const tell = (): void => look(sightOf(page))
  page.addEventListener('visibilitychange', tell)
  page.addEventListener('prerenderingchange', tell)
  tell()
  return () => {
    look({ visible: false, prerendering: false }) // cancels the timer of the visit before
    look = watchSight(clock, seen)
    tell()
  }
}
