import { expect, test, vi } from 'vitest'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { noise } from '@app/services/media/testing/sample-pictures.ts'
import { startAwakeTime } from '../support/awake-time.ts'
import { eventually } from '../support/eventually.ts'
import { openMailbox, send } from '../support/processes/mailbox-calls.ts'
import { call, login } from '../support/processes/product-calls.ts'
import { ownDataFolder, startProductProcess } from '../support/processes/product-process.ts'
import { runOps } from '../support/processes/run-ops.ts'
import { sharedSettings } from '../support/processes/shared-settings.ts'
import { A_QUOTATION } from '../support/api/a-quotation.ts'

vi.setConfig({ testTimeout: 300_000 })

const ADMIN_PASSWORD = 'Elegida-2026'
const EMAIL = 'millaray.huenchullan@correo.example'
const ACCOUNT = { name: 'Millaray Huenchullán', email: EMAIL, password: 'Telar-2026-azul' }
const IN_FORCE_MS_MAX = 1_000
/** The person and the observer have one address. */
const RAISED_LIMITS = [
  'traffic',
  'network',
  'events',
  'signed-in',
  'signed-in-address',
  'quotation',
  'rights-link',
  'rights-act',
  'rights-read',
]
  .map((name) => `${name}=1000000/1000000`)
  .join(',')

async function signInAt(url: string, password: string): Promise<string> {
  const { access_token } = (await (await login(url, password)).json()) as { access_token: string }
  return access_token
}

/** Somebody with a card, a face on it and a quotation. */
async function newPerson(url: string, code: string) {
  const registered = await send(`${url}/api/auth/register`, ACCOUNT)
  const by = { token: String(registered['access_token']) }
  const activated = await send(`${url}/api/auth/activate`, { code }, by)
  const token = String(activated['access_token'])
  const card = await eventually(async () => {
    const answer = await fetch(`${url}/api/profiles/me`, { headers: { Authorization: `Bearer ${token}` } })
    const [own] = (await answer.json()) as readonly { id: string; slug: string }[]
    expect(own).toBeDefined()
    return own!
  })
  const body = new FormData()
  const file = await noise(60, 60).png().toBuffer()
  body.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'cara.png')
  const headers = { Authorization: `Bearer ${token}` }
  const picture = await call(`${url}/api/upload/profile-image/${card.id}`, { method: 'POST', body, headers })
  const quoted = { company: ACCOUNT.name, contact_person: ACCOUNT.name, email: EMAIL }
  await send(`${url}/api/quotations`, { ...A_QUOTATION, ...quoted })
  const { id } = activated['user'] as { id: string }
  return { account: accountStream(id), card, picture: String(picture.body['ref']) }
}
type Person = Awaited<ReturnType<typeof newPerson>>

const THERE = {
  page: 200,
  card: 200,
  contact: 200,
  picture: 200,
  users: true,
  quotations: true,
  history: true,
}
const BLOCKED = {
  page: 404,
  card: 404,
  contact: 404,
  picture: 404,
  users: false,
  quotations: false,
  history: false,
}

/** What strangers and administrators get at one process. */
async function shownAt(url: string, token: string, { card, picture }: Person): Promise<typeof THERE> {
  const statusOf = async (path: string) => (await call(`${url}${path}`)).status
  const names = async (list: string) => {
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/api/admin/${list}?limit=100`, { headers })
    expect(answer.status).toBe(200)
    return (await answer.text()).includes(ACCOUNT.name)
  }
  return {
    page: await statusOf(`/pages/${card.slug}`),
    card: await statusOf(`/api/public/profile/${card.slug}`),
    contact: await statusOf(`/api/profile/${card.slug}/vcf`),
    picture: await statusOf(`/api/files/${picture}`),
    users: await names('users'),
    quotations: await names('quotations'),
    history: await names('history'),
  }
}

async function issuedCode(options: Parameters<typeof runOps>[0]): Promise<string> {
  return (await runOps(options, 'codes', 'issue')).match(/^\S+$/m)![0]
}

test('what is blocked through one process is in force in another at once, and lifted again [PRIV-15]', async () => {
  const env = { ...(await sharedSettings()), ADMIN_PASSWORD, RATE_LIMITS: RAISED_LIMITS }
  const folders = [await ownDataFolder(), await ownDataFolder()] as const
  const here = await startProductProcess({ dataDir: folders[0], env })
  const there = await startProductProcess({ dataDir: folders[1], env })
  const person = await newPerson(here.url, await issuedCode({ dataDir: folders[0], env }))
  const token = await signInAt(there.url, ADMIN_PASSWORD)
  const mailbox = await openMailbox(here.url, folders[0], EMAIL)
  const ids = (await mailbox.kept()).things.filter(({ kind }) => kind !== 'reminder').map(({ id }) => id)
  const shown = (url: string) => shownAt(url, token, person)
  // Cached from now on.
  for (const { url } of [here, there]) await eventually(async () => expect(await shown(url)).toEqual(THERE))

  for (const [act, state] of [
    ['block', BLOCKED],
    ['unblock', THERE],
  ] as const) {
    for (const id of ids) await mailbox.act(act, id)
    const sinceMs = startAwakeTime()
    await eventually(async () => expect(await shown(there.url)).toEqual(state), { everyMs: 5 })
    const ms = sinceMs()
    console.log(`${act}: in force in the other process after ${Math.round(ms)} ms`)
    expect(await shown(here.url)).toEqual(state)
    expect(ms).toBeLessThan(IN_FORCE_MS_MAX)
  }
})
