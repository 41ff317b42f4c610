import { loadScript } from './load-script.ts'
import type { Objection } from './objection.ts'
import type { PageVisit } from './visit/page-visit.ts'

/** Between this script and the one that is loaded on the first press. */
export const MY_DATA_EVENTS = {
  asked: 'my-data-asked',
  renamed: 'visitor-renamed',
  forgotten: 'visitor-forgotten',
} as const

export interface MyDataAsked extends Pick<PageVisit, 'profileId' | 'slug' | 'visitorId'> {
  readonly objection: Objection
}

interface Means {
  readonly asked: () => MyDataAsked
  readonly onRenamed: (name: string) => void
  readonly onForgotten: () => void
}

/** Where the script cannot be loaded, the link leads to the page of all of one’s data. */
export function watchMyData(page: Document, { asked, onRenamed, onForgotten }: Means): void {
  const link = page.querySelector<HTMLAnchorElement>('[data-my-data]')
  if (!link || typeof page.createElement('dialog').showModal !== 'function') return
  let loading: Promise<void> | undefined
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    loading ??= loadScript(page, link.dataset.myData ?? '')
    loading.then(
      () => page.dispatchEvent(new CustomEvent(MY_DATA_EVENTS.asked, { detail: asked() })),
      () => page.defaultView?.location.assign(link.href),
    )
  })
  page.addEventListener(MY_DATA_EVENTS.renamed, (event) => onRenamed((event as CustomEvent<string>).detail))
  page.addEventListener(MY_DATA_EVENTS.forgotten, onForgotten)
}
