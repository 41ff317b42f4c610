import { session } from '@app/contracts/api/accounts/auth-calls.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { account } from '@app/domain/account.ts'
import { newId } from '@app/event-store/ids.ts'
import { append, load, type Events } from '@app/kernel/commands.ts'
import { traffic } from '@app/generator/traffic.ts'
import { createRandom, uuidOf } from '@app/generator/random.ts'
import { withConnection } from '@app/postgres/connection.ts'
import type { Context } from '../frame.ts'
import { fillLog } from './in-flight.ts'
import { openBoth } from './our-backend.ts'
import { PASSWORD, type Product } from './product.ts'

export interface BenchPerson {
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
}

export interface FilledProduct {
  readonly product: Product
  readonly url: string
  /** Of the busiest profile. */
  readonly owner: BenchPerson
  readonly profileId: string
  readonly stranger: BenchPerson
}

const SEED = 20_261_121
const YEAR_MS = 365 * 86_400_000

/** A running product with a year of traffic: a tenth of it or more on one profile, the rest on profiles without pages. */
export async function openFilled(
  context: Context,
  { events, profiles }: { readonly events: number; readonly profiles: number },
): Promise<FilledProduct> {
  const { product, backend, url } = await openBoth(context, `filled_${events}`)
  const owner = await registerActivated(product, backend.store, 'persona@bench.example')
  const stranger = await registerActivated(product, backend.store, 'ajena@bench.example')
  const made = (await post(`${product.url}/api/profiles/create`, undefined, owner.headers)) as { id: string }
  const random = createRandom(SEED)
  const ids = [made.id, ...Array.from({ length: profiles - 1 }, () => uuidOf(random))]
  const toMs = Date.now()
  context.say(`appending ${events} events`)
  await fillLog(backend.store, traffic({ seed: SEED, events, profiles: ids, fromMs: toMs - YEAR_MS, toMs }))
  context.say('waiting for the read models')
  await product.caughtUp()
  await withConnection(url, async (client) => {
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })
  return {
    product,
    url,
    owner,
    stranger,
    profileId: made.id,
  }
}

/** @throws Error unless the call succeeds */
async function post(url: string, body?: object, headers: BenchPerson['headers'] = {}): Promise<unknown> {
  const sent = { ...(body && { 'Content-Type': 'application/json' }), ...headers }
  const content = body && { body: JSON.stringify(body) }
  const response = await fetch(url, { method: 'POST', headers: sent, ...content })
  const text = await response.text()
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

function personOf(answer: unknown): BenchPerson {
  const { access_token: token, user } = session.parse(answer)
  return { id: user.id, headers: { Authorization: `Bearer ${token}` } }
}

const registerPerson = async ({ url }: Product, email: string): Promise<BenchPerson> =>
  personOf(await post(`${url}/api/auth/register`, { name: 'Persona', email, password: PASSWORD }))

/** Appends the activation itself, because codes can only be printed by `ops`. */
async function registerActivated(product: Product, store: Events, email: string): Promise<BenchPerson> {
  const person = await registerPerson(product, email)
  const stream = accountStream(person.id)
  const { expected } = await load(store, account, stream)
  if (expected === 'noStream') throw new Error(`the account of ${email} is not in the log`)
  const id = newId()
  const actor = { kind: 'system', id: 'bench' } as const
  const meta = { actor, occurredAt: new Date().toISOString(), correlationId: id, causationId: null }
  await append(store, stream, expected, [
    { id, type: 'AccountActivated', version: 1, data: { maxProfiles: 1 }, meta },
  ])
  return person
}
