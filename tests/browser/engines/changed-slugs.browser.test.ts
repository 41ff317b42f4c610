import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../support/api/test-api.ts'
import { renameSlug, type TestProfile } from '../../support/api/test-log.ts'
import { eventually } from '../../support/eventually.ts'
import { openChromium } from './chromium.ts'
import type { Engine } from './engine.ts'
import { hasFirefox, openFirefox } from './firefox.ts'
import { openProbeProxy, type ProbeProxy } from './probe-proxy.ts'

/** A printed card opens its page after any change of its slug, in browsers that keep what they were answered before. */

const ANDROID = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
/** A lookup is remembered for less than this. */
const LOOKUP_MS = 2_000
const QUERY = '?s=nfc'

/** Firefox ESR 140 keeps no 308 without Cache-Control; one that does finds the same way out. */
const KEPT_BY_FIREFOX = { 'cache-control': 'max-age=31536000' }
const ENGINES = [
  ['Chromium', {}, openChromium],
  ['Firefox', KEPT_BY_FIREFOX, () => openFirefox(ANDROID)],
] as const

let api: TestApi
let proxy: ProbeProxy
beforeAll(async () => {
  if (!hasFirefox()) throw new Error('Firefox is not installed: .ci/run says which packages bring it')
  api = await startTestApi()
  proxy = await openProbeProxy()
  proxy.leadTo(Number(new URL(api.url).port))
})
afterAll(async () => {
  await proxy?.close()
  await api?.close()
})

describe.each(ENGINES)('%s', (name, lasting, open) => {
  let made = 0
  let engine: Engine
  let names: Record<'old' | 'new' | 'third', string>
  let profile: TestProfile

  async function begin(): Promise<void> {
    made += 1
    const word = `${name.toLowerCase()}-${made}`
    names = { old: `${word}-old`, new: `${word}-new`, third: `${word}-third` }
    profile = await api.newProfile(names.old)
    engine = await open()
  }
  const change = async (to: keyof typeof names): Promise<void> => {
    profile = await renameSlug(api.store, api.clock.now(), profile, names[to])
    await api.settle()
    api.clock.advance(LOOKUP_MS)
    // A slow look-up is answered by the former value.
    await eventually(async () => {
      for (const slug of Object.values(names)) {
        const { status, headers } = await api.call(`/pages/${slug}`)
        if (status !== 404) expect(headers.get('location') ?? slug).toContain(names[to])
      }
    })
  }
  const address = (of: keyof typeof names): string => `${proxy.url}/pages/${names[of]}${QUERY}`
  const CANONICAL = `(document.querySelector('link[rel=canonical]') || {}).href || document.title`
  /** The last page of each address: the slug that it names as its own. */
  async function ends(...of: readonly (keyof typeof names)[]): Promise<readonly string[]> {
    const found: string[] = []
    for (const one of of) found.push(await end(address(one)).catch(String))
    return found
  }
  async function end(of: string): Promise<string> {
    await engine.goto(of)
    return String(await engine.read(CANONICAL)).replace(/^.*\/pages\//, '')
  }
  const all = (current: keyof typeof names, count: number): string[] =>
    Array.from({ length: count }, () => names[current])
  /** Opens a former slug as it was answered before. */
  async function openedBefore(former: keyof typeof names, current: keyof typeof names): Promise<string> {
    const [path, location] = [former, current].map((one) => `/pages/${names[one]}${QUERY}`) as [
      string,
      string,
    ]
    proxy.lastingRedirects.set(path, { location, ...lasting })
    const found = await ends(former)
    proxy.lastingRedirects.delete(path)
    return found[0]!
  }
  test('opens the page at every address, old → new → old → third → new [SCR-4]', async () => {
    await begin()
    try {
      expect(await ends('old')).toEqual(all('old', 1))
      await change('new')
      expect(await ends('old', 'new')).toEqual(all('new', 2))
      await change('old')
      expect(await ends('old', 'new')).toEqual(all('old', 2))
      await change('third')
      expect(await ends('old', 'new', 'third')).toEqual(all('third', 3))
      await change('new')
      expect(await ends('old', 'new', 'third', 'old')).toEqual(all('new', 4))
    } finally {
      await engine.close()
    }
  })

  test('is led out of a redirect that it keeps for ever', async () => {
    await begin()
    try {
      await change('new')
      expect(await openedBefore('old', 'new')).toBe(names.new)
      await change('old')
      expect(await ends('old', 'new')).toEqual(all('old', 2))
      await change('third')
      expect(await ends('old', 'new', 'third')).toEqual(all('third', 3))
      await change('new')
      expect(await ends('old', 'new', 'third')).toEqual(all('new', 3))
    } finally {
      await engine.close()
    }
  })
})
