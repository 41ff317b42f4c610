import { DEMO_SLUG } from '@app/contracts/demo-profile.ts'

/** The served page's view of the profile, without its document and scripts. */
export interface DemoPage {
  readonly name: string
  readonly markup: string
}

export const DEMO_PATH = `/pages/${DEMO_SLUG}`

/** Nothing in the picture leads anywhere: delivering the contact file is an event. */
function withoutTargets(element: Element): Element {
  for (const gone of element.querySelectorAll('script, dialog')) gone.remove()
  for (const link of element.querySelectorAll('a')) link.replaceWith(asButton(link))
  return element
}

/** A link without an address is none, and no key reaches it. */
function asButton(link: Element): Element {
  const button = link.ownerDocument.createElement('span')
  link.removeAttribute('href')
  for (const { name, value } of link.attributes) button.setAttribute(name, value)
  button.setAttribute('role', 'button')
  button.tabIndex = 0
  button.append(...link.childNodes)
  return button
}

/** The page's own style sheet: parsed as well, it would break the Content-Security-Policy of this document. */
const STYLE_SHEETS = /<style[\s>][\s\S]*?<\/style>/gi

/** Undefined when the page shows no profile. */
export function demoPageOf(html: string): DemoPage | undefined {
  const parsed = new DOMParser().parseFromString(html.replace(STYLE_SHEETS, ''), 'text/html')
  const { body } = parsed
  const name = body.querySelector('h1')?.textContent
  const column = body.querySelector(':scope > .column')
  if (!name || body.dataset['profileId'] === undefined || column === null) return undefined
  return {
    name,
    // Within the landing, which has a main part of its own.
    markup: withoutTargets(column)
      .outerHTML.replace(/^<main\b/, '<div')
      .replace(/main>$/, 'div>'),
  }
}

export type FetchedDemo = DemoPage | 'missing' | 'failed'

/** Serving the page never counts; asking the API for the profile would be a tap. */
export async function fetchDemoPage(signal: AbortSignal): Promise<FetchedDemo> {
  const response = await fetch(DEMO_PATH, { signal })
  if (response.status === 404) return 'missing'
  return (response.ok && demoPageOf(await response.text())) || 'failed'
}
