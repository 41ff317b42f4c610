import { DEMO_SLUG } from '@app/contracts/product.ts'
import { useEffect, useState } from 'react'

/** The served page's view of the profile, without its document and scripts. */
export interface DemoPage {
  readonly name: string
  readonly markup: string
}

export const DEMO_PATH = `/pages/${DEMO_SLUG}`

/** Nothing in the picture leads anywhere: delivering the contact file is an event. */
function withoutTargets(element: Element): Element {
  for (const gone of element.querySelectorAll('script, dialog')) gone.remove()
  for (const link of element.querySelectorAll('a')) link.removeAttribute('href')
  return element
}

/** The page's own style sheet: parsed as well, it would break the Content-Security-Policy of this document. */
const STYLE_SHEETS = /<style[\s>][\s\S]*?<\/style>/gi

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

type FetchedDemo = DemoPage | 'missing' | 'failed'

/** Serving the page never counts; asking the API for the profile would be a tap. */
async function fetchDemoPage(signal: AbortSignal): Promise<FetchedDemo> {
  const response = await fetch(DEMO_PATH, { signal })
  if (response.status === 404) return 'missing'
  return (response.ok && demoPageOf(await response.text())) || 'failed'
}

export interface Demo {
  /** `missing`: the server has no such profile, so that nothing leads there. */
  readonly status: 'loading' | 'failed' | 'missing' | 'ready'
  readonly page: DemoPage | undefined
}

const FETCH_MS_MAX = 15_000

/** Fetched once for the phone and the dialog, after the screen has been drawn. */
export function useDemo(): Demo {
  const [fetched, setFetched] = useState<FetchedDemo>()
  useEffect(() => {
    fetchDemoPage(AbortSignal.timeout(FETCH_MS_MAX)).then(setFetched, () => setFetched('failed'))
  }, [])
  if (typeof fetched === 'object') return { status: 'ready', page: fetched }
  return { status: fetched ?? 'loading', page: undefined }
}
