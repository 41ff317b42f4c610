import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { mailboxData, type KeptThing, type MailboxData } from '@app/contracts/privacy/mailbox.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { wholeLog } from '@app/services/kernel/testing/whole-log.ts'
import type { Mail } from '@app/services/platform/mail/mailer.ts'
import { createSubscriptionIds } from '@app/services/kernel/keys/keyed-ids.ts'
import { eventually } from '../eventually.ts'
import type { TestApi } from './test-api.ts'
import { A_QUOTATION } from './test-client.ts'

const SUBJECT = `Tus datos en ${PRODUCT.name}`
const LINK = /https:\/\/tarjeta\.example\/mis-datos#([\w-]{43})\b/

export const newMailboxKey = (): string => randomBytes(32).toString('base64url')
export const tokenIn = ({ text }: Mail): string => LINK.exec(text)?.[1] ?? ''

/** A person with a browser of their own, who asks for what is kept of an address. */
export function mailboxHolder(api: TestApi, email: string) {
  const key = newMailboxKey()
  const headers = { 'mailbox-key': key }
  const mails = () => api.mails.filter(({ to, subject }) => to === email && subject === SUBJECT)
  const mailboxId = createSubscriptionIds(api.idKeys).address(email)
  const ask = () => api.post('/api/rights/link', { email })
  const newest = async (than: number): Promise<Mail> => {
    await eventually(() => expect(mails().length).toBeGreaterThan(than))
    return mails().at(-1)!
  }
  const openAs = (token: string, mailboxKey = key) =>
    api.post('/api/rights/open', { token, mailbox_key: mailboxKey })
  const mine = async (): Promise<MailboxData> =>
    mailboxData.parse(await (await api.call('/api/rights/mine', { headers })).json())
  const act = (name: string, id?: string) => api.post('/api/rights/mine', { act: name, id }, { headers })
  return {
    email,
    key,
    headers,
    mailboxId,
    mails,
    ask,
    openAs,
    mine,
    act,
    /** The token of a new mail, which comes before the answer. */
    token: async (): Promise<string> => {
      const before = mails().length
      ask().catch(() => undefined)
      return tokenIn(await newest(before))
    },
    open: async function opened(this: { token: () => Promise<string> }): Promise<void> {
      expect((await openAs(await this.token())).status).toBe(200)
    },
    thing: async (kind: KeptThing['kind']): Promise<KeptThing> => {
      const found = (await mine()).things.find((thing) => thing.kind === kind)
      if (found === undefined) throw new Error(`no ${kind} of ${email}`)
      return found
    },
    /** Their requests, by kind, with the answers. */
    requests: async (): Promise<readonly (readonly [kind: string, outcomes: readonly string[]])[]> => {
      const all = await wholeLog(api.store, ['RequestReceived', 'RequestAnswered'])
      const outcomesOf = (stream: string) =>
        all
          .filter((stored) => stored.stream === stream)
          .map(readEvent)
          .flatMap((event) => (event.type === 'RequestAnswered' ? event.data.outcome : []))
      return all.flatMap((stored) => {
        const event = readEvent(stored)
        const isTheirs = event.type === 'RequestReceived' && event.data.mailboxId === mailboxId
        return isTheirs ? [[event.data.kind, outcomesOf(stored.stream)] as const] : []
      })
    },
  }
}
export type MailboxHolder = ReturnType<typeof mailboxHolder>

/** @returns the subject of the quotation */
export async function quotationOf(api: TestApi, email: string, more: object = {}): Promise<string> {
  const headers = { 'idempotency-key': newMailboxKey() }
  const response = await api.post('/api/quotations', { ...A_QUOTATION, email, ...more }, { headers })
  const { id } = (await response.json()) as { id: string }
  return `quotation-${id}`
}
