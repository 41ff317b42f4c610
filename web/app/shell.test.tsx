// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DOCUMENT_PARTS } from './document-parts.tsx'
import { LoadingNotice } from './Loading.tsx'

const WEB = join(import.meta.dirname, '..')
const SLOW_MS = 8_000

/** Without the spaces that formatting adds. */
const tidy = (html: string): string => html.replaceAll(/\s+/g, ' ').replaceAll(/ ?([<>"]) ?/g, '$1')
const drawn = (slow: boolean): string => tidy(renderToStaticMarkup(<LoadingNotice slow={slow} />))
const shown = (): string => tidy(document.querySelector('[data-shell] > :last-child')?.innerHTML ?? '')

/** As the browser does, in the page's own scope. */
const runStart = () => window.eval(readFileSync(join(WEB, 'public/start.js'), 'utf8')) as unknown

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('CSSPropertyRule', () => undefined)
  vi.stubGlobal('CSS', { supports: () => true })
  const [, body = ''] = /<body>(.*)<\/body>/s.exec(readFileSync(join(WEB, 'index.html'), 'utf8')) ?? []
  document.body.innerHTML = body.replaceAll(/%([A-Z_]+)%/g, (_, name: string) => DOCUMENT_PARTS[name]!)
  runStart()
})
afterEach(() => {
  // First, because a stub stands over a clock that is stopped.
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('after 8 s without the client the static document offers to try again, as the client would', () => {
  vi.advanceTimersByTime(SLOW_MS - 1)
  expect(shown()).toBe(drawn(false))
  vi.advanceTimersByTime(1)
  expect(shown()).toBe(drawn(true))
})

test('once the client has started the document’s own timer changes nothing', () => {
  document.getElementById('root')!.innerHTML = '<p role="status">Verificando enlace...</p>'
  vi.advanceTimersByTime(SLOW_MS)
  expect(document.body.textContent).not.toContain('Está tardando')
})
