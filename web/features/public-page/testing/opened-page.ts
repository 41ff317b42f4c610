import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import type { VisitorForm } from '../view/Person.tsx'
import { settled } from '../../../testing/turned-clock.ts'
import { ANTONIA } from './sample-profile.ts'
import { createPublicPageRenderer } from '../render.tsx'

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
