import type { Page } from 'playwright-core'

/** As the browser reports them; times in milliseconds. */
export interface Vitals {
  readonly fcp: number
  readonly lcp: number
  readonly cls: number
  /** Of the slowest press; a frame where all were answered within one. */
  readonly inp: number
}

/** Runs in the page before all else. */
export const VITALS_SCRIPT = `(() => {
  const seen = { fcp: 0, lcp: 0, cls: 0, inp: 0 }
  globalThis.__vitals = seen
  const observe = (type, options, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options })
  observe('paint', {}, ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.fcp = startTime })
  observe('largest-contentful-paint', {}, ({ startTime }) => { seen.lcp = startTime })
  observe('layout-shift', {}, ({ hadRecentInput, value }) => { if (!hadRecentInput) seen.cls += value })
  observe('event', { durationThreshold: 16 }, ({ interactionId, duration }) => {
    if (interactionId > 0) seen.inp = Math.max(seen.inp, duration)
  })
})()`

/** The shortest that the browser reports. */
const FRAME_MS = 16

/** @throws Error when the page painted nothing */
export async function vitalsOf(page: Page): Promise<Vitals> {
  const { fcp, lcp, cls, inp } = (await page.evaluate('globalThis.__vitals')) as Record<keyof Vitals, number>
  if (lcp === 0) throw new Error(`${page.url()} painted nothing`)
  return { fcp, lcp, cls, inp: Math.max(inp, FRAME_MS) }
}
