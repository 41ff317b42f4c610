import { subscribeBody } from '@app/contracts/reminders/calls.ts'
import { beforeEach, expect, test } from 'vitest'
import type { CallAnswer } from '../send-call.ts'
import type { PageVisit } from '../visit/page-visit.ts'
import { createRemind } from './remind.ts'
import { namelessVisit as visit } from '../../../../testing/page-visit.ts'

let sent: { address: string; body: unknown; key: string | undefined }[]
let answers: CallAnswer[]
let visitNow: PageVisit
let remind: ReturnType<typeof createRemind>

beforeEach(() => {
  ;[sent, answers, visitNow] = [[], [], visit]
  remind = createRemind(
    async (address, body, headers) => {
      sent.push({ address, body, key: headers?.['idempotency-key'] })
      return answers.shift() ?? { status: 200 }
    },
    () => visitNow,
  )
})

test('the call names the profile, the visit, and the visitor if there is an id', async () => {
  await remind('camila@correo.example')
  expect(sent[0]?.address).toBe('/api/reminders/subscribe')
  expect(sent[0]?.body).toEqual({
    email: 'camila@correo.example',
    profile_id: visit.profileId,
    visit_id: visit.visitId,
    source: 'qr',
  })
  expect(subscribeBody.parse(sent[0]?.body)).toEqual(sent[0]?.body)
  visitNow = { ...visit, visitorId: '0199a1b2-0000-4000-8000-000000000003' }
  await remind('camila@correo.example')
  expect(sent[1]?.body).toMatchObject({ visitor_id: visitNow.visitorId })
})

test('tries with one address are one call, even in another visit; another address is another', async () => {
  answers = [{ status: 0 }, { status: 503 }]
  await remind('a@correo.example')
  visitNow = { ...visit, visitId: '0199a1b2-0000-4000-8000-000000000009' }
  await remind('a@correo.example')
  await remind('a@correo.example')
  const [first, ...others] = sent
  expect(first?.key).toMatch(/^[\da-f-]{36}$/)
  expect(others).toEqual([first, first])
  await remind('b@correo.example')
  expect(sent[3]?.key).not.toBe(first?.key)
})

test('an address that was refused as mistyped is sent once more as it is', async () => {
  answers = [{ status: 422 }]
  for (const email of ['a@gmial.com', 'a@gmial.com', 'b@gmial.com']) await remind(email)
  const bodies = sent.map(({ body }) => subscribeBody.parse(body))
  expect(bodies.map(({ as_typed: isRight }) => isRight)).toEqual([undefined, true, undefined])
})

test('a call after a final answer gets a new key', async () => {
  await remind('a@correo.example')
  await remind('a@correo.example')
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})
