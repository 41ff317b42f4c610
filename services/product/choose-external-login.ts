import { getExternalCallback } from '@app/contracts/sign-in.ts'
import {
  createExternalLogin,
  type ExternalLogin,
  type ExternalLoginOptions,
} from '../accounts/identity/external-login.ts'
import type { Ctx } from '../platform/ctx.ts'
import { isLoopback } from '../platform/settings/setting-forms.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { openLocalProvider } from './local-provider.ts'

export interface LoginParts extends Pick<Ctx, 'onStop'> {
  readonly settings: Pick<Settings, 'oidc' | 'production' | 'publicUrl' | 'port'>
  readonly log: Pick<Ctx['log'], 'warn'>
}

/** Without a provider, a stand-in that accepts anybody, but never in production or with a public URL. */
export function externalLoginOf({ settings, log, onStop }: LoginParts): ExternalLogin | undefined {
  const { oidc, production, publicUrl, port } = settings
  const options = {
    redirectUri: `${publicUrl}${getExternalCallback.path}`,
    onTrouble: (trouble: object): void => log.warn(trouble, 'external login trouble'),
  }
  if (oidc !== undefined) return createExternalLogin({ ...oidc, ...options, allowInsecure: !production })
  if (production || !isLoopback(new URL(publicUrl).hostname)) return undefined
  return createLocalLogin({ ...options, productPort: port, onStop })
}

const NAME = 'el proveedor local'
const PORT_MAX = 65_535

type LocalLoginOptions = Pick<ExternalLoginOptions, 'redirectUri' | 'onTrouble'> &
  Pick<LoginParts, 'onStop'> & { readonly productPort: number }

/** Opened at the first use, because most runs never need it. */
function createLocalLogin(options: LocalLoginOptions): ExternalLogin {
  let opening: Promise<ExternalLogin> | undefined
  const opened = (): Promise<ExternalLogin> => (opening ??= open(options))
  return {
    name: NAME,
    start: async () => (await opened()).start(),
    finish: async (currentUrl, attempt) => (await opened()).finish(currentUrl, attempt),
  }
}

async function open({ productPort, onStop, ...options }: LocalLoginOptions): Promise<ExternalLogin> {
  // Fixed, so that the issuer stays the same.
  const port = productPort < PORT_MAX ? productPort + 1 : 0
  const { stop, ...provider } = await openLocalProvider({ port, redirectUri: options.redirectUri })
  onStop(stop)
  return createExternalLogin({ ...provider, ...options, name: NAME, allowInsecure: true })
}
