// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import type { CallAnswer } from './send-call.ts'
import { formOf, getElement, openPage } from '../testing/opened-page.ts'
import { watchRemindDialog, createRemind } from './remind-dialog.ts'
import { subscribeBody } from '@app/contracts/reminders.ts'
import type { PageVisit } from './page-visit.ts'
import { namelessVisit as visit } from '../../../testing/page-visit.ts'
import { settled, turnedClock, type TurnedClock } from '../../../testing/turned-clock.ts'

let clock: TurnedClock
const remind = vi.fn<(email: string) => Promise<CallAnswer>>()

const { dialog, field, fill, opener, part, submit } = formOf('remind')
const email = () => field('email')
const hint = () => getElement('#remind-email-hint')
const type = (value: string) => fill('email', value)

beforeEach(() => {
  openPage()
  clock = turnedClock()
  remind.mockReset().mockResolvedValue({ status: 200, message: 'Listo. Te escribiremos en 7 días.' })
  watchRemindDialog(document, { clock, remind })
  opener().click()
})

test('the server’s message is shown for two seconds, then the dialog closes, and is empty when it opens again', async () => {
  type(' camila@correo.example ')
  await submit()
  expect(remind).toHaveBeenCalledWith('camila@correo.example')
  expect(part('thanks').textContent).toBe('Listo. Te escribiremos en 7 días.')
  expect(part('form').hidden).toBe(true)
  await clock.turn(1_999)
  expect(dialog().open).toBe(true)
  await clock.turn(1)
  expect(dialog().open).toBe(false)
  opener().click()
  expect([email().value, part('form').hidden, part('thanks').textContent]).toEqual(['', false, ''])
})

const FAILED = 'Error al activar el recordatorio. Inténtalo de nuevo.'

testTable([
  [{ status: 429, detail: 'Demasiados intentos.' }, 'Demasiados intentos.', null],
  [{ status: 422, detail: 'Escribe un correo válido.' }, 'Escribe un correo válido.', 'true'],
  [{ status: 0 }, FAILED, null],
  [{ status: 502 }, FAILED, null],
])('a refusal says why, keeps what was typed, and can be tried again', async (answer, text, invalid) => {
  opener().click()
  remind.mockResolvedValueOnce(answer)
  type('camila@correo')
  await submit()
  expect([hint().textContent, hint().hidden]).toEqual([text, false])
  expect(email().getAttribute('aria-invalid')).toBe(invalid)
  expect([email().value, dialog().open]).toEqual(['camila@correo', true])
  await clock.turn(5_000)
  expect(dialog().open).toBe(true)
  await submit()
  expect(part('thanks').textContent).toBe('Listo. Te escribiremos en 7 días.')
  dialog().close()
})

test('while it is being sent, pressing again sends nothing', async () => {
  let answer: (answer: CallAnswer) => void = () => undefined
  remind.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  type('camila@correo.example')
  await submit()
  expect(part('submit').textContent).toBe('Enviando...')
  await submit()
  answer({ status: 200, message: 'Listo.' })
  await settled()
  expect(remind).toHaveBeenCalledOnce()
  expect(part('submit').textContent).toBe('Activar recordatorio')
})

let sent: { address: string; body: unknown; key: string | undefined }[]
let answers: CallAnswer[]
let visitNow: PageVisit
let send: ReturnType<typeof createRemind>

beforeEach(() => {
  ;[sent, answers, visitNow] = [[], [], visit]
  send = createRemind(
    async (address, body, headers) => {
      sent.push({ address, body, key: headers?.['idempotency-key'] })
      return answers.shift() ?? { status: 200 }
    },
    () => visitNow,
  )
})

test('the call names the profile, the visit, and the visitor if there is an id; the next has a new key', async () => {
  await send('camila@correo.example')
  expect(sent[0]?.address).toBe('/api/reminders/subscribe')
  expect(sent[0]?.body).toEqual({
    email: 'camila@correo.example',
    profile_id: visit.profileId,
    visit_id: visit.visitId,
    source: 'qr',
  })
  expect(subscribeBody.parse(sent[0]?.body)).toEqual(sent[0]?.body)
  visitNow = { ...visit, visitorId: '0199a1b2-0000-4000-8000-000000000003' }
  await send('camila@correo.example')
  expect(sent[1]?.body).toMatchObject({ visitor_id: visitNow.visitorId })
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

test('tries with one address are one call, even in another visit; another address is another', async () => {
  answers = [{ status: 0 }, { status: 503 }]
  await send('a@correo.example')
  visitNow = { ...visit, visitId: '0199a1b2-0000-4000-8000-000000000009' }
  await send('a@correo.example')
  await send('a@correo.example')
  const [first, ...others] = sent
  expect(first?.key).toMatch(/^[\da-f-]{36}$/)
  expect(others).toEqual([first, first])
  await send('b@correo.example')
  expect(sent[3]?.key).not.toBe(first?.key)
})

test('an address that was refused as mistyped is sent once more as it is', async () => {
  answers = [{ status: 422 }]
  for (const email of ['a@gmial.com', 'a@gmial.com', 'b@gmial.com']) await send(email)
  const bodies = sent.map(({ body }) => subscribeBody.parse(body))
  expect(bodies.map(({ as_typed: isRight }) => isRight)).toEqual([undefined, true, undefined])
})
