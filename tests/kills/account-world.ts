import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { User } from '@app/contracts/accounts.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { profile } from '@app/services/profiles/profile.ts'
import { readStream } from '@app/services/kernel/codec.ts'
import { handle, causeBy } from '@app/services/kernel/commands.ts'
import { openOpsBackend, openInstallation } from '@app/services/ops/ops-session.ts'
import { type KeptMail, listMails } from '@app/services/platform/mail/mail-folder.ts'
import { readSettings } from '@app/services/platform/settings/settings.ts'
import { createWrappingFiles } from '@app/services/kernel/keys/wrapping-keys.ts'
import { issueCodes, createCodeSeals } from '@app/services/codes/code-admin-routes.ts'
import { withConnection } from '@app/services/platform/postgres/connection.ts'
import { call } from '../support/processes/product-calls.ts'
import { createUsedFolder, startProductProcess } from '../support/processes/product-process.ts'
import { databaseUrlOf } from './product-log.ts'
import { eventually } from '../support/eventually.ts'

/** A running product with people, who use its calls, and with commands of its data staff. */

export interface Owner {
  readonly id: string
  readonly email: string
  readonly password: string
  /** The session as the browser stores it. */
  readonly session: { readonly token: string; readonly user: User; readonly profile_url: null }
}

export interface OwnProfile {
  readonly id: string
  readonly slug: string
}

export type AccountWorld = Awaited<ReturnType<typeof openAccountWorld>>

export const PASSWORD = 'Correcta1'
const STAFF: Actor = { kind: 'system', id: 'test' }
const LINK_WITH_TOKEN = /https?:\S+token=\S+/

/** The e-mail of a person with the given name. */
export const emailOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@correo.example`

/** @param env additional settings of the product */
export async function openAccountWorld(env: Readonly<Record<string, string>> = {}) {
  const folder = await createUsedFolder()
  const product = await startProductProcess({ dataDir: folder.path, env })
  const { backend, close: closeBackend } = await openBeside(folder.path)

  async function post(path: string, body: object, token = ''): Promise<Record<string, unknown>> {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const answer = await call(`${product.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  async function profilesOf({ session }: Owner): Promise<readonly OwnProfile[]> {
    const answer = await fetch(`${product.url}/api/profiles/me`, {
      headers: { Authorization: `Bearer ${session.token}` },
    })
    return (await answer.json()) as readonly OwnProfile[]
  }

  /** The newest mail to the address that `text` is in. */
  const mailTo = (email: string, text: string): Promise<KeptMail> =>
    seen(async () => {
      const mails = await listMails(join(folder.path, 'mail'))
      return mails.find((mail) => normalEmail(mail.to) === normalEmail(email) && mail.text.includes(text))
    })

  return {
    product,
    adminPassword: folder.password,
    /** In events. For one stream only, because taps of earlier tests may still be appended to others. */
    lengthOf: async (stream: string) => (await readStream(backend.store, stream)).length,
    newCode: async (maxProfiles = 1) => {
      const codeSeals = createCodeSeals(backend.idKeys, randomBytes)
      const deps = { ...backend, codeSeals, below: (n: number) => randomInt(n) }
      const [code] = await issueCodes(deps, { count: 1, maxProfiles, actor: STAFF })
      return code!
    },
    /** Registers an account, and activates it if a code is given. Each name has its own e-mail. */
    newOwner: async (name: string, code?: string): Promise<Owner> => {
      const email = emailOf(name)
      const registered = await post('/api/auth/register', { name, email, password: PASSWORD })
      const { access_token: first } = registered
      const newest =
        code === undefined ? registered : await post('/api/auth/activate', { code }, String(first))
      const session = { token: String(newest.access_token), user: newest.user as User, profile_url: null }
      return { id: session.user.id, email, password: PASSWORD, session }
    },
    profilesOf,
    /** Waits until the owner's list shows it. */
    deleteProfiles: async (owner: Owner) => {
      const command = { type: 'DeleteProfile' } as const
      for (const { id } of await profilesOf(owner)) {
        const cause = causeBy(backend, STAFF)
        const { newId } = backend
        await handle(backend.store, profile, { stream: profileStream(id), command, cause, newId })
      }
      await seen(async () => ((await profilesOf(owner)).length === 0 ? true : undefined))
    },
    /** Moves the beginning of the account's open sessions back. */
    ageSessions: async (accountId: string, minutes: number) =>
      withConnection(await databaseUrlOf(folder.path), async (client) => {
        const text = `update vault.sessions set began_at = began_at - $2 * interval '1 minute' where account_id = $1`
        await client.query(text, [accountId, minutes])
      }),
    mailTo,
    resetLink: async (email: string) => LINK_WITH_TOKEN.exec((await mailTo(email, 'token=')).text)?.[0] ?? '',
    close: async () => {
      await closeBackend()
      await product.stop()
      await folder.remove()
    },
  }
}

/** Opens the database of the running product. */
async function openBeside(dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const settings = readSettings({ ...env, DATA_DIR: dataDir })
  const installation = await openInstallation(settings, {
    say: () => undefined,
    signal: new AbortController().signal,
  })
  const files = createWrappingFiles(settings.secretsDir, randomBytes)
  const backend = await openOpsBackend(installation.urls, files, settings.eventStore)
  const close = async (): Promise<void> => {
    await backend.close()
    await installation.close()
  }
  return { backend, close }
}

const seen = <Found>(look: () => Promise<Found | undefined>): Promise<Found> =>
  eventually(
    async () => {
      const found = await look()
      if (found === undefined) throw new Error('it is not seen')
      return found
    },
    { what: look },
  )
