import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalBody } from '@app/contracts/refusals.ts'
import { createExternalLogin } from '@app/identity/external-login.ts'
import { openLocalProvider, type LocalProvider } from '@app/standalone/local-provider.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-app.ts'
import { createTestBrowser } from '../../../tests/support/api/test-browser.ts'

const CALLBACK = `${PUBLIC_URL}/api/auth/external/callback`

describe('without a provider', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

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

  test('there is no page of mails, because the installation sends its own', async () => {
    expect(await (await api.call('/dev/mail')).text()).not.toContain('Correos guardados')
  })
})

describe('while the provider is away', () => {
  let api: TestApi
  let provider: LocalProvider
  beforeAll(async () => {
    provider = await openLocalProvider({ port: 0, redirectUri: CALLBACK, random: randomBytes })
    const { issuer, clientId, clientSecret } = provider
    const client = { issuer, clientId, clientSecret, redirectUri: CALLBACK }
    const externalLogin = createExternalLogin({
      ...client,
      name: 'Google',
      allowInsecure: true,
      now: () => new Date(),
      onTrouble: () => undefined,
    })
    api = await startTestApi({ externalLogin })
  })
  afterAll(async () => {
    await api.close()
    await provider.stop()
  })

  test('a login that begins or returns shows on a page of ours that it is unavailable', async () => {
    const browser = createTestBrowser({ [PUBLIC_URL]: api.url })
    const { port } = new URL(provider.issuer)
    await provider.stop()
    const begun = await browser.get(`${PUBLIC_URL}/api/auth/external/start`)
    expect([begun.status, begun.headers.get('location')]).toEqual([
      302,
      `${PUBLIC_URL}/profile#error=unavailable`,
    ])
    expect(browser.cookiesFor(CALLBACK)).toBe('')

    provider = await openLocalProvider({ port: Number(port), redirectUri: CALLBACK, random: randomBytes })
    const form = await browser.follow(await browser.get(`${PUBLIC_URL}/api/auth/external/start`))
    const door = await browser.send(form, { name: 'Ana', email: 'ana@correo.example', verified: 'yes' })
    const back = await browser.follow(door, CALLBACK)
    await provider.stop()
    const page = await browser.follow(back, `${PUBLIC_URL}/profile`)
    expect(page.headers.get('location')).toBe(`${PUBLIC_URL}/profile#error=unavailable`)
  })
})
