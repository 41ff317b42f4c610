import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import type { VisitorForm } from '../view/Person.tsx'
import { ANTONIA } from './sample-profile.ts'
import { createPublicPageRenderer } from '../render.tsx'
import type { Clock } from '../browser/clock.ts'

/** For tests in a happy-dom environment. */
export const renderer = createPublicPageRenderer({
  scriptPath: '/public-assets/tap-1.js',
  laterPath: '/public-assets/later-1.css',
  fontPath: '/public-assets/f-1.woff2',
})
export const site = { publicUrl: 'https://tarjeta.cl/' }

export const htmlOf = (profile: PublicProfile): string => renderer.profile(profile, site).html
export const parsedPage = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')
export const renderedPageOf = (profile: PublicProfile): Document => parsedPage(htmlOf(profile))

export const meta = (page: Document, name: string): string | null | undefined =>
  page.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content')
export const textOf = (page: Document, selector: string): string | null | undefined =>
  page.querySelector(selector)?.textContent

/** For tests: puts a profile's real markup into the document. */
export function openPage(profile: PublicProfile = ANTONIA): void {
  document.body.replaceWith(document.importNode(renderedPageOf(profile).body, true))
}

export function getElement<T extends Element = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector)
  if (!found) throw new Error(`no ${selector} on the page`)
  return found
}

/** For tests: a form of the opened page, in its dialog. */
export function formOf(name: VisitorForm) {
  const part = <T extends HTMLElement>(named: string) =>
    getElement<T>(`[data-dialog=${name}] [data-part=${named}]`)
  const field = (named: string) => getElement<HTMLInputElement>(`#${name}-${named}`)
  return {
    part,
    field,
    dialog: () => getElement<HTMLDialogElement>(`[data-dialog=${name}]`),
    opener: () => getElement<HTMLButtonElement>(`[data-opens=${name}]`),
    fill: (named: string, value: string) => {
      field(named).value = value
      field(named).dispatchEvent(new Event('input', { bubbles: true }))
    },
    submit: async (form = part('form')) => {
      form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
      await settled()
    },
  }
}

export interface TurnedClock extends Clock {
  /** Advances time and runs due timers; promises settle in between. */
  readonly turn: (ms: number) => Promise<void>
}

export const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

export function turnedClock(startMs = Date.parse('2026-11-20T12:00:00Z')): TurnedClock {
  let nowMs = startMs
  const due = new Map<() => void, number>()

  async function turn(ms: number): Promise<void> {
    const endMs = nowMs + ms
    for (;;) {
      await settled()
      const [next] = [...due].filter(([, at]) => at <= endMs).sort(([, a], [, b]) => a - b)
      if (!next) break
      due.delete(next[0])
      nowMs = next[1]
      next[0]()
    }
    nowMs = endMs
  }

  return {
    now: () => nowMs,
    after: (ms, act) => {
      const once = (): void => act()
      due.set(once, nowMs + ms)
      return () => void due.delete(once)
    },
    turn,
  }
}
