// @vitest-environment happy-dom
import { SESSION_KEY } from '@app/contracts/session-key.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadingNotice } from './Loading.tsx'

const WEB = join(import.meta.dirname, '..')
const SLOW_MS = 8_000

/** Without the spaces that formatting adds. */
const tidy = (html: string): string => html.replaceAll(/\s+/g, ' ').replaceAll(/ ?([<>"]) ?/g, '$1')
const drawn = (slow: boolean): string => tidy(renderToStaticMarkup(<LoadingNotice slow={slow} />))
const shown = (): string => tidy(document.querySelector('[data-shell]')?.innerHTML ?? '')

/** As the browser does, in the page's own scope. */
const runStart = () => window.eval(readFileSync(join(WEB, 'public/start.js'), 'utf8')) as unknown

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('CSSPropertyRule', () => undefined)
  vi.stubGlobal('CSS', { supports: () => true })
  const [, body = ''] = /<body>(.*)<\/body>/s.exec(readFileSync(join(WEB, 'index.html'), 'utf8')) ?? []
  document.body.innerHTML = body
  runStart()
})
afterEach(() => {
  // First, because a stub stands over a clock that is stopped.
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the static document shows what the client shows while it loads', () => {
  expect(shown()).toBe(drawn(false))
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

const CLIENT = [
  ['module', '/a.js'],
  ['module', '/b.js'],
  ['module', '/c.js'],
]

test.each([
  [{}, '/dashboard', []],
  [{ [SESSION_KEY]: '{}' }, '/dashboard?tab=analytics', ['data-session']],
  [
    { [SESSION_KEY]: '{}', 'app.sidebar': 'narrow' },
    '/dashboard?tab=account',
    ['data-narrow', 'data-session', 'data-tab'],
  ],
])('with %j stored, the frame at %s is drawn by %j', (stored, path, flags) => {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  history.replaceState(null, '', path)
  runStart()
  const drawnBy = document.documentElement.getAttributeNames().filter((name) => name.startsWith('data-'))
  expect(drawnBy.toSorted()).toEqual(flags)
  localStorage.clear()
  history.replaceState(null, '', '/')
  for (const flag of flags) document.documentElement.removeAttribute(flag)
})

/** As an element that names the client. */
function runNaming(files: string) {
  const named = document.createElement('script')
  named.dataset['client'] = files
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(named)
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  let paint = () => undefined
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(notify: () => undefined) {
        paint = notify
      }
      readonly observe = ({ type }: PerformanceObserverInit) => expect(type).toBe('paint')
    },
  )
  const requested: unknown[] = []
  vi.spyOn(document.head, 'appendChild').mockImplementation((element) => {
    const of = (name: string) => (element as unknown as Element).getAttribute(name)
    requested.push([of('rel') ?? of('type'), of('href') ?? of('src')])
    return element
  })
  runStart()
  return { requested, draw: () => frames.splice(0).forEach((frame) => frame(0)), paint: () => paint() }
}

test('the files of the client that the document names are requested once, in their order, after the first paint', () => {
  const { requested, draw, paint } = runNaming('/a.js /b.js /c.js')
  draw()
  vi.advanceTimersByTime(100)
  expect(requested).toEqual([])
  paint()
  expect(requested).toEqual(CLIENT)
  vi.advanceTimersByTime(SLOW_MS)
  expect(requested).toEqual(CLIENT)
})

test('a frame without content reports no paint, and the client is requested soon after it', () => {
  const { requested, draw } = runNaming('/a.js /b.js /c.js')
  draw()
  vi.advanceTimersByTime(199)
  expect(requested).toEqual([])
  vi.advanceTimersByTime(1)
  expect(requested).toEqual(CLIENT)
})

test('a page that is not painted, as in the background, requests the client after 3 s', () => {
  const { requested } = runNaming('/a.js /b.js /c.js')
  vi.advanceTimersByTime(2_999)
  expect(requested).toEqual([])
  vi.advanceTimersByTime(1)
  expect(requested).toEqual(CLIENT)
})
