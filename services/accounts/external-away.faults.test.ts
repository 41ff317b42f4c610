import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalBody } from '@app/contracts/refusals.ts'
import { openLocalProvider, type LocalProvider } from '../product/local-provider.ts'
import { startTestApi, useTestApi, type TestApi } from '../../tests/support/api/test-api.ts'
import {
  CALLBACK,
  createExternalVisit,
  destinationOf,
  openTestProvider,
  PROFILE,
  START_URL,
} from './testing/external-visit.ts'

describe('without a provider', () => {
  const api = useTestApi()

  test('there is no button for one', async () => {
    const response = await api.call('/api/auth/methods')
    expect(await response.json()).toEqual({ password: true, external: null })
  })

  test.each(['start', 'callback', 'callback?code=1&state=2'])('there is no %s', async (path) => {
    const response = await api.call(`/api/auth/external/${path}`)
    expect(response.status).toBe(404)
    expect(refusalBody.parse(await response.json()).code).toBe('not-found')
    expect(response.headers.get('set-cookie')).toBeNull()
  })
})

describe('while the provider is away', () => {
  let api: TestApi
  let provider: LocalProvider
  beforeAll(async () => {
    const opened = await openTestProvider()
    provider = opened.provider
    api = await startTestApi({ externalLogin: opened.externalLogin })
  })
  afterAll(async () => {
    await api.close()
    await provider.stop()
  })

  test('a login that begins or returns shows on a page of ours that it is unavailable', async () => {
    const { browser, toTheDoor } = createExternalVisit(api.url)
    const port = Number(new URL(provider.issuer).port)
    await provider.stop()
    const begun = await browser.get(START_URL)
    expect([begun.status, destinationOf(begun)]).toEqual([302, `${PROFILE}#error=unavailable`])
    expect(browser.cookiesFor(CALLBACK)).toBe('')

    provider = await openLocalProvider({ port, redirectUri: CALLBACK, random: randomBytes })
    const back = await toTheDoor({ email: 'ana@correo.example' })
    await provider.stop()
    expect(destinationOf(await browser.follow(back, PROFILE))).toBe(`${PROFILE}#error=unavailable`)
  })
})
