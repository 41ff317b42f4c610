import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { newId } from '@app/event-store/ids.ts'
import type { Product } from '../product/product.ts'

export interface BenchPerson {
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
}

export const PASSWORD = 'Clave-de-prueba-1'
/** The product creates this administrator at its first start. */
export const ADMINISTRATOR = { ADMIN_EMAIL: 'admin@bench.example', ADMIN_PASSWORD: PASSWORD } as const

/** @throws Error unless the call succeeds */
export async function post(
  url: string,
  body: object | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const content =
    body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const sent = { ...content, headers: { ...content.headers, ...headers } }
  const response = await fetch(url, { method: 'POST', ...sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${new URL(url).pathname} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

function personOf(session: unknown): BenchPerson {
  const { access_token, user } = session as {
    readonly access_token: string
    readonly user: { readonly id: string }
  }
  return { id: user.id, headers: { Authorization: `Bearer ${access_token}` } }
}

export async function signInAdministrator({ url }: Pick<Product, 'url'>): Promise<BenchPerson> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMINISTRATOR
  return personOf(await post(`${url}/api/auth/login`, { email, password }))
}

/** Appends the activation itself, because codes can only be printed by `ops`. */
export async function registerActivated(
  { url }: Pick<Product, 'url'>,
  store: EventStore,
  { email, maxProfiles }: { readonly email: string; readonly maxProfiles: number },
): Promise<BenchPerson> {
  const body = { name: 'Persona', email, password: PASSWORD }
  const person = personOf(await post(`${url}/api/auth/register`, body))
  const stream = accountStream(person.id)
  const revision = await store.head(stream)
  if (typeof revision !== 'bigint') throw new Error(`the account of ${email} is not in the log`)
  const id = newId()
  const meta = {
    actor: { kind: 'system', id: 'bench' },
    occurredAt: new Date().toISOString(),
    correlationId: id,
    causationId: null,
  } as const
  await store.append(stream, revision, [
    { id, type: 'AccountActivated', version: 1, data: { maxProfiles }, meta },
  ])
  return person
}
