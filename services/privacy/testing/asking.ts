import type { StoredEvent } from '@app/contracts/event-store.ts'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import { requestStream } from '@app/contracts/privacy/requests.ts'
import { visitorSubject } from '@app/contracts/taps.ts'
import { newId } from '../../kernel/log/ids.ts'
import { readStream } from '../../kernel/codec.ts'
import { wholeLog } from '../../kernel/testing/whole-log.ts'
import { createSubjects } from '../../kernel/keys/subjects.ts'
import type { TestApi } from '../../../tests/support/api/test-api.ts'
import type { CallInit } from '../../../tests/support/api/test-client.ts'
import type { MailboxHolder } from '../../../tests/support/api/mailbox-holder.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

export const CAMILA = {
  kind: 'access',
  card: 'camila',
  name: 'Camila Soto Fernández',
  phone: '+56 9 6612 4410',
  words: 'En la feria, en noviembre',
  email: 'camila.soto@correo.example',
}
type Mailbox = Pick<MailboxHolder, 'mailboxId' | 'email'>
type Asked = { readonly [Field in keyof typeof CAMILA]: unknown }

export function askingOn(api: TestApi) {
  let visitors = 0
  const received = async (): Promise<readonly StoredEvent[]> => wholeLog(api.store, ['RequestReceived'])
  const ask = (asked: Partial<Asked> = {}, init?: CallInit): Promise<Response> =>
    api.post('/api/rights/requests', { ...CAMILA, ...asked }, init)
  return {
    ask,
    /** @returns the id of the one request that is new */
    asked: async (asked?: Partial<Asked>): Promise<string> => {
      const before = (await received()).length
      const response = await ask(asked)
      if (response.status !== 200) throw new Error(await response.text())
      const [made, ...others] = (await received()).slice(before)
      if (made === undefined || others.length > 0) throw new Error('not one request')
      await api.settle()
      return made.stream.slice(requestStream('').length)
    },
    requests: received,
    events: (id: string): Promise<readonly StoredEvent[]> => readStream(api.store, requestStream(id)),
    types: async (id: string): Promise<readonly string[]> =>
      (await readStream(api.store, requestStream(id))).map(({ type }) => type),
    /** Later reads wait for it. @returns the subject of a visitor who left words on a card */
    left: async (profileId: string, said: object = {}): Promise<string> => {
      visitors += 1
      const [visitor_id, event_id] = [uuid(0x1ef000 + visitors), uuid(0x2ef000 + visitors)]
      const form = { full_name: CAMILA.name, phone: CAMILA.phone, description: 'Expo Frío' }
      const response = await api.post(`/api/public/identify/${profileId}`, {
        ...form,
        visitor_id,
        event_id,
        ...said,
      })
      if (response.status !== 200) throw new Error(await response.text())
      return visitorSubject(profileId, visitor_id)
    },
    /** An administrator confirmed that a visitor has this mailbox, and it was answered. */
    confirmed: async (about: string, profileId: string, { mailboxId, email }: Mailbox) => {
      await createSubjects(api.db).setMailbox(about, mailboxId)
      const asked = { kind: 'access', channel: 'form', proof: 'none', name: CAMILA.name } as const
      await api.write(
        requestStream(newId()),
        { type: 'RequestReceived', data: { ...asked, profileId, mailboxId, email } },
        { type: 'RequestConfirmed', data: { about, by: 'admin' } },
        { type: 'RequestAnswered', data: { outcome: 'done', template: 'done' } },
      )
    },
    count: async (...types: readonly EventType[]): Promise<number> =>
      (await wholeLog(api.store, types)).length,
  }
}
