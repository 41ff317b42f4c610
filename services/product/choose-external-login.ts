import { randomBytes } from 'node:crypto'
import { getExternalCallback } from '@app/contracts/accounts/external-login-calls.ts'
import {
  createExternalLogin,
  type ExternalLogin,
  type ExternalLoginOptions,
} from '../accounts/identity/external-login.ts'
import type { Ctx } from '../platform/ctx.ts'
import { isLoopback } from '../platform/settings/web-addresses.ts'
import type { Settings } from '../platform/settings/settings.ts'

export interface LoginParts extends Pick<Ctx, 'onStop'> {
  readonly settings: Pick<Settings, 'oidc' | 'production' | 'publicUrl' | 'port'>
  readonly log: Pick<Ctx['log'], 'warn'>
}

/** Without a provider, a stand-in that accepts anybody, but never in production or with a public URL. */
export function externalLoginOf({ settings, log, onStop }: LoginParts): ExternalLogin | undefined {
  const { oidc, production, publicUrl, port } = settings
  const options = {
    redirectUri: `${publicUrl}${getExternalCallback.path}`,
    now: () => new Date(),
    onTrouble: (trouble: object): void => log.warn(trouble, 'external login trouble'),
  }
  if (oidc !== undefined) return createExternalLogin({ ...oidc, ...options, allowInsecure: !production })
  if (production || !isLoopback(new URL(publicUrl).hostname)) return undefined
  return createLocalLogin({ ...options, productPort: port, random: randomBytes, onStop })
}

interface LocalLoginOptions extends Pick<ExternalLoginOptions, 'redirectUri' | 'now' | 'onTrouble'> {
  readonly productPort: number
  readonly random: (bytes: number) => Buffer
  readonly onStop: (close: () => Promise<void>) => void
}

const NAME = 'el proveedor local'
const PORT_MAX = 65_535

/** Loaded at the first use, because most runs never need it. */
function createLocalLogin(options: LocalLoginOptions): ExternalLogin {
  let opening: Promise<ExternalLogin> | undefined
  const opened = (): Promise<ExternalLogin> =>
    (opening ??= open(options).catch((error: unknown) => {
      opening = undefined
      throw error
    }))
  return {
    name: NAME,
    start: async () => (await opened()).start(),
    finish: async (currentUrl, attempt) => (await opened()).finish(currentUrl, attempt),
  }
}

async function open(options: LocalLoginOptions): Promise<ExternalLogin> {
  const { productPort, redirectUri, random, now, onTrouble, onStop } = options
  const { openLocalProvider } = await import('./local-provider.ts')
  // Fixed, so that the issuer stays the same.
  const port = productPort < PORT_MAX ? productPort + 1 : 0
  const provider = await openLocalProvider({ port, redirectUri, random })
  onStop(provider.stop)
  const { issuer, clientId, clientSecret } = provider
  const client = { issuer, clientId, clientSecret, redirectUri }
  return createExternalLogin({ ...client, name: NAME, allowInsecure: true, now, onTrouble })
}
