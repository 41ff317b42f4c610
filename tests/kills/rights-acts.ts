import { randomUUID } from 'node:crypto'
import type { OwnerRequest } from '@app/contracts/api/rights/request-calls.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { mailboxSubject } from '@app/contracts/events/rights-events.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { eventually } from '../support/eventually.ts'
import { openMailbox, send } from '../support/processes/mailbox-calls.ts'
import { call, login } from '../support/processes/product-calls.ts'
import { logOf, type LoggedEvent } from './product-log.ts'

/** People who block and erase what is kept of them, and an owner who confirms who asks, while the product is killed. */

export interface Act {
  readonly kind: 'blocking' | 'erasure' | 'confirmation'
  /** Whose words it blocks or erases. */
  readonly subjects: readonly string[]
  /** What its request is about, as the log names it. */
  readonly about: string
  /** A word of these subjects, and of nobody else. */
  readonly word: string
  readonly path: string
  readonly body: object
  readonly by: { readonly token?: string; readonly key?: string }
}

export interface ActsFixture {
  readonly url: string
  readonly dataDir: string
  readonly token: string
  readonly profileId: string
}

/** All these people have one address. */
export const RAISED_LIMITS = [
  'traffic',
  'signed-in',
  'signed-in-address',
  'quotation',
  'rights-link',
  'rights-act',
  'rights-read',
  'rights-request',
  'reset-token',
  'edit-profile',
]
  .map((name) => `${name}=1000000/1000000`)
  .join(',')

export async function signInAt(url: string, password: string): Promise<string> {
  const { access_token } = (await (await login(url, password)).json()) as { access_token: string }
  return access_token
}

export async function quotationOf(url: string, email: string, word: string): Promise<string> {
  const words = { company: word, contact_person: word, comments: word, phone: '+56 9 1234 5678' }
  const answer = await send(`${url}/api/quotations`, { ...words, email, estimated_cards: '1-10' })
  return quotationStream(String(answer['id']))
}

/** Requests of mailboxes, as the log has them: nothing else says which mailbox is whose. */
async function newestMailbox(dataDir: string): Promise<string> {
  const asked = (await logOf(dataDir)).filter(
    ({ type, data }) => type === 'RequestReceived' && data.mailboxId,
  )
  return String(asked.at(-1)!.data.mailboxId)
}

export async function blockingAct({ url, dataDir }: ActsFixture, word: string): Promise<Act> {
  const email = `${word}@correo.example`
  const subject = await quotationOf(url, email, word)
  const { key } = await openMailbox(url, dataDir, email)
  const path = `/api/rights/mine/${encodeURIComponent(subject)}/block`
  return { kind: 'blocking', subjects: [subject], about: subject, word, path, body: {}, by: { key } }
}

export async function erasureAct({ url, dataDir }: ActsFixture, word: string): Promise<Act> {
  const email = `${word}@correo.example`
  const subjects = [await quotationOf(url, email, word), await quotationOf(url, email, word)]
  const { key } = await openMailbox(url, dataDir, email)
  const about = mailboxSubject(await newestMailbox(dataDir))
  return { kind: 'erasure', subjects, about, word, path: '/api/rights/mine/erase', body: {}, by: { key } }
}

/** Somebody asks from another browser, and the owner knows the person. */
export async function confirmationAct(fixture: ActsFixture, word: string): Promise<Act> {
  const { url, token, profileId } = fixture
  const visitorId = randomUUID()
  const phone = `+569${String(Math.abs(hash(word)) % 1e8).padStart(8, '0')}`
  const left = { full_name: word, phone, description: word, visitor_id: visitorId }
  await send(`${url}/api/public/identify/${profileId}`, left)
  const asked = { kind: 'erasure', card: 'demo', name: word, phone, when: 'hoy' }
  await send(`${url}/api/rights/requests`, { ...asked, email: `${word}@correo.example` })
  const subject = visitorSubject(profileId, visitorId)
  const { id, candidate } = await eventually(async () => {
    const headers = { Authorization: `Bearer ${token}` }
    const { body } = await call(`${url}/api/requests`, { headers })
    const found = (body as unknown as readonly OwnerRequest[]).find((request) => request.asked.name === word)
    const person = found?.candidates.find(({ name }) => name === word)
    if (found === undefined || person === undefined) throw new Error('no candidate')
    return { id: found.id, candidate: person.id }
  })
  const path = `/api/requests/${id}/confirm`
  const body = { candidate }
  return { kind: 'confirmation', subjects: [subject], about: subject, word, path, body, by: { token } }
}

const hash = (text: string): number => [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) | 0, 7)

export type Outcome = 'done' | 'unknown' | 'never sent'

/** Sends it once. */
export async function tryAct(url: string, { path, body, by }: Act): Promise<Outcome> {
  try {
    await send(`${url}${path}`, body, by)
    return 'done'
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly code?: string } }
    if (cause?.code === 'ECONNREFUSED') return 'never sent'
    // Killed meanwhile, or its database was.
    if (cause !== undefined || /: 50[03] /.test((error as Error).message)) return 'unknown'
    throw error
  }
}

export interface Counted {
  readonly received: number
  readonly answered: number
  /** Of each subject. */
  readonly blocked: readonly number[]
  readonly erased: readonly number[]
}

/** What the log has of an act. */
export function countedIn(log: readonly LoggedEvent[], { kind, about, subjects }: Act): Counted {
  const type = kind === 'confirmation' ? 'RequestConfirmed' : 'RequestReceived'
  const asked = log.filter(
    (event) =>
      event.type === type &&
      event.data.about === about &&
      (kind === 'confirmation' || event.data.kind === kind),
  )
  const streams = new Set(asked.map(({ stream }) => stream))
  const answered = log.filter((event) => event.type === 'RequestAnswered' && streams.has(event.stream))
  const countOf = (of: string) =>
    subjects.map(
      (subject) => log.filter((event) => event.type === of && event.data.subject === subject).length,
    )
  return {
    received: asked.length,
    answered: answered.length,
    blocked: countOf('SubjectBlocked'),
    erased: countOf('SubjectErased'),
  }
}
