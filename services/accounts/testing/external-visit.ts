import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { externalSession, type ExternalSession } from '@app/contracts/accounts/external-login-calls.ts'
import { createExternalLogin, type ExternalLogin } from '../identity/external-login.ts'
import { openLocalProvider, type LocalProvider } from '../../product/local-provider.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-app.ts'
import { createTestBrowser, type Page } from '../../../tests/support/api/test-browser.ts'

export const START_URL = `${PUBLIC_URL}/api/auth/external/start`
export const CALLBACK = `${PUBLIC_URL}/api/auth/external/callback`
export const PROFILE = `${PUBLIC_URL}/profile`
const EXCHANGE = `${PUBLIC_URL}/api/auth/emergent-login`

/** A provider of the test's own, and the product's client of it. */
export async function openTestProvider(
  name = 'Google',
): Promise<{ readonly provider: LocalProvider; readonly externalLogin: ExternalLogin }> {
  const provider = await openLocalProvider({ port: 0, redirectUri: CALLBACK, random: randomBytes })
  return { provider, externalLogin: externalLoginOf(provider, name) }
}

export const externalLoginOf = (
  { issuer, clientId, clientSecret }: Pick<LocalProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  name = 'Google',
  onTrouble: (trouble: { readonly code: string }) => void = () => undefined,
): ExternalLogin =>
  createExternalLogin({
    issuer,
    clientId,
    clientSecret,
    redirectUri: CALLBACK,
    name,
    allowInsecure: true,
    now: () => new Date(),
    onTrouble,
  })

interface Typed {
  readonly name?: string
  readonly email: string
  readonly verified?: string
}
export interface Arrived {
  readonly page: Page
  readonly fragment: URLSearchParams
}

export const destinationOf = (page: Page): string => page.headers.get('location')!

/** The browser's last page, one of ours, with the data in its fragment. */
export function arrived(page: Page): Arrived {
  const url = new URL(destinationOf(page))
  expect(`${url.origin}${url.pathname}${url.search}`).toBe(PROFILE)
  return { page, fragment: new URLSearchParams(url.hash.slice(1)) }
}

export type ExternalVisit = ReturnType<typeof createExternalVisit>

/** A person who signs in by the provider, in a browser of their own. */
export function createExternalVisit(apiUrl: string) {
  const browser = createTestBrowser({ [PUBLIC_URL]: apiUrl })
  const exchange = (id: string): Promise<Response> => browser.post(EXCHANGE, { session_id: id })
  /** Up to the redirect back to us: the code is not used yet. */
  const toTheDoor = async (typed: Typed): Promise<Page> => {
    const form = await browser.follow(await browser.get(START_URL))
    const sent = await browser.send(form, { name: 'Ana Muñoz', verified: 'yes', ...typed })
    return browser.follow(sent, CALLBACK)
  }
  const signIn = async (typed: Typed): Promise<Arrived> =>
    arrived(await browser.follow(await toTheDoor(typed), PROFILE))
  return {
    browser,
    toTheDoor,
    signIn,
    exchange,
    sessionFor: async (typed: Typed): Promise<ExternalSession> => {
      const { fragment } = await signIn(typed)
      const response = await exchange(fragment.get('session_id')!)
      expect(response.status).toBe(200)
      return externalSession.parse(await response.json())
    },
  }
}
