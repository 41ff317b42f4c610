import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { newId } from '@app/event-store/ids.ts'
import type { Product } from '../product/product.ts'
import { timed } from './requests.ts'

export interface BenchPerson {
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
}

type Served = Pick<Product, 'url'>

export const PASSWORD = 'Clave-de-prueba-1'
/** The product creates this administrator at its first start. */
export const ADMINISTRATOR = { ADMIN_EMAIL: 'admin@bench.example', ADMIN_PASSWORD: PASSWORD } as const

const emailOf = (nth: number): string => `persona-${nth}@bench.example`

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

const register = ({ url }: Served, email: string): Promise<unknown> =>
  post(`${url}/api/auth/register`, { name: 'Persona', email, password: PASSWORD })

/** Answers the session. */
export const logIn = ({ url }: Served, email: string): Promise<unknown> =>
  post(`${url}/api/auth/login`, { email, password: PASSWORD })

function personOf(session: unknown): BenchPerson {
  const { access_token, user } = session as {
    readonly access_token: string
    readonly user: { readonly id: string }
  }
  return { id: user.id, headers: { Authorization: `Bearer ${access_token}` } }
}

export const signIn = async (product: Served, email: string): Promise<BenchPerson> =>
  personOf(await logIn(product, email))

/** Registers people. Each call of the answer logs in the next of them and answers the milliseconds. */
export async function openLogins(product: Served, people: number): Promise<() => Promise<number>> {
  for (let nth = 0; nth < people; nth += 1) await register(product, emailOf(nth))
  let next = 0
  return () => timed(() => logIn(product, emailOf((next += 1) % people)))
}

/** Appends the activation itself, because codes can only be printed by `ops`. */
export async function registerActivated(
  product: Served,
  store: EventStore,
  { nth = 0, maxProfiles }: { readonly nth?: number; readonly maxProfiles: number },
): Promise<BenchPerson> {
  const email = emailOf(nth)
  const person = personOf(await register(product, email))
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

/** Answers its id. */
export async function requestProfile({ url }: Served, { headers }: BenchPerson): Promise<string> {
  const made = await post(`${url}/api/profiles/create`, undefined, headers)
  return (made as { readonly id: string }).id
}
