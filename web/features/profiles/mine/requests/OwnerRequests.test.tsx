// @vitest-environment happy-dom
import type { OwnerRequest } from '@app/contracts/api/rights/request-calls.ts'
import { cleanup, act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGate } from '../../../../../tests/support/gate.ts'
import { selectIsLost } from '../../../../app/connection/connection-state.ts'
import { signedIn } from '../../../../testing/fixtures.ts'
import { refused } from '../../../../testing/refused.ts'
import { camila, carmen, ownerRequestOf } from '../../../../testing/request-server.ts'
import { fakeApi, showPartAt } from '../../../../testing/screen.tsx'
import { wholeText } from '../../../../testing/whole-text.ts'
import { OwnerRequests } from './OwnerRequests.tsx'

const LIST = '*/api/requests'
const ACCESS = ownerRequestOf(1)
const QUESTION = 'Alguien pide los datos que te dejó. ¿Es esta persona?'

const api = fakeApi()
let answers: unknown[] = []
beforeEach(() => {
  answers = []
})
afterEach(() => vi.useRealTimers())

/** An answered request is not asked about any more. */
function requestServer(first: readonly OwnerRequest[]) {
  let open = first
  const answer = (id: unknown, what: unknown) => {
    answers.push(what)
    open = open.filter((one) => one.id !== id)
    return HttpResponse.json({ id })
  }
  api.use(
    http.get(LIST, () => HttpResponse.json(open)),
    http.post('*/api/requests/:id/confirm', async ({ request, params }) =>
      answer(params['id'], await request.json()),
    ),
    http.post('*/api/requests/:id/deny', ({ params }) => answer(params['id'], 'deny')),
  )
}
const draw = (namesCard = false) =>
  showPartAt(
    '/dashboard?tab=profiles',
    <OwnerRequests namesCard={namesCard}>
      <p>Las tarjetas</p>
    </OwnerRequests>,
    signedIn,
  )
function show(requests: readonly OwnerRequest[], namesCard = false) {
  requestServer(requests)
  draw(namesCard)
}
const card = async (name = QUESTION) => within(await screen.findByRole('region', { name }))
const comesFirst = (first: Node, second: Node): boolean =>
  (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

test('a card shows what was written beside what is kept, what follows, and until when', async () => {
  show([ACCESS])
  const shown = await card()
  const rows = shown.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toEqual([
    'DatoLo que escribióLo que te dejóCoincide',
    'NombreCamila Soto FernándezCamila SotoParecido',
    'Teléfono+56 9 6612 4410+56 9 6612 4410Igual',
    'Cuándo«noviembre»12-11-2026 10:24Cabe',
    'Te contó–«Nos conocimos en Expo Frío»',
  ])
  shown.getByText('Si es, le enviamos solo lo que te dejó a ti. Si no, no sabrá nada de tu tarjeta.')
  shown.getByText(wholeText('Puedes responder hasta el 16-12-2026.'))
  expect(shown.queryByText(/^Tarjeta de/)).toBeNull()
})

test('an owner of several cards reads which one is meant', async () => {
  show([ACCESS], true)
  ;(await card()).getByText('Tarjeta de Antonia Rivas Soto')
  cleanup()
  show([{ ...ACCESS, profile: { ...ACCESS.profile, name: 'משה כהן' } }], true)
  ;(await card()).getByText('Tarjeta de \u2068משה כהן\u2069')
})

test.each([
  ['Sí, es', 'Gracias. Le enviamos lo que te dejó.', { candidate: camila.id }],
  ['No la conozco', 'Gracias. Lo revisa el equipo.', 'deny'],
])(
  '«%s» is answered by «%s», also after a failure, and the card goes [PRIV-17]',
  async (button, said, answer) => {
    show([ACCESS])
    api.use(http.post('*/api/requests/:id/*', () => refused('unavailable'), { once: true }))
    const shown = await card()
    const press = () => userEvent.click(shown.getByRole('button', { name: button }))
    await press()
    await shown.findByRole('alert')
    await press()
    expect((await screen.findByText(said)).closest('[role=status]')).not.toBeNull()
    expect(screen.queryByRole('region')).toBeNull()
    expect(answers).toEqual([answer])
    expect(document.activeElement?.textContent).toBe('Las tarjetas')
  },
)

test('an erasure is confirmed twice, because nothing brings it back', async () => {
  show([ownerRequestOf(1, { kind: 'erasure' })])
  const shown = await card('Alguien pide borrar los datos que te dejó. ¿Es esta persona?')
  shown.getByText(/^Si es, borramos para siempre solo lo que te dejó a ti\./)
  await userEvent.click(shown.getByRole('button', { name: 'Sí, es' }))
  expect(answers).toEqual([])
  const question = within(await screen.findByRole('dialog', { name: '¿Borrar lo que te dejó?' }))
  await userEvent.click(question.getByRole('button', { name: 'Sí, borrar' }))
  await screen.findByText('Gracias. Borramos lo que te dejó.')
  expect(answers).toEqual([{ candidate: camila.id }])
})

test('of several people one has to be chosen', async () => {
  show([ownerRequestOf(1, { kind: 'correction', candidates: [carmen, camila] })])
  const shown = await card('Alguien pide corregir los datos que te dejó. ¿Es esta persona?')
  const yes = shown.getByRole<HTMLButtonElement>('button', { name: 'Sí, es' })
  expect(yes.disabled).toBe(true)
  shown.getByText('Elige primero quién es.')
  await userEvent.click(shown.getByRole('radio', { name: /^Carmen Soto/ }))
  shown.getByText('+56 9 1111 2222')
  await userEvent.click(yes)
  await screen.findByText('Gracias. Le enviamos un enlace para corregirlos.')
  expect(answers).toEqual([{ candidate: carmen.id }])
})

test('where nobody matches the owner can only say so', async () => {
  const asked = { ...ACCESS.asked, words: 'Fue en la feria' }
  show([ownerRequestOf(1, { candidates: [], asked })])
  const shown = await card()
  shown.getByText('Nadie que te haya dejado sus datos coincide.')
  shown.getByText('Agrega: «Fue en la feria»')
  expect(shown.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['No la conozco'])
})

test('each request has a card, and the others stay when one is answered', async () => {
  show([ACCESS, ownerRequestOf(2, { kind: 'erasure' })])
  await userEvent.click((await card()).getByRole('button', { name: 'No la conozco' }))
  await waitFor(() => expect(screen.getAllByRole('region')).toHaveLength(1))
  await card('Alguien pide borrar los datos que te dejó. ¿Es esta persona?')
})

test('a request that somebody else answered before goes with a message', async () => {
  show([ACCESS])
  api.use(
    http.post('*/api/requests/:id/confirm', () =>
      refused('conflict', { detail: 'Esa solicitud ya está respondida.' }),
    ),
  )
  await userEvent.click((await card()).getByRole('button', { name: 'Sí, es' }))
  await screen.findByText('Error: Esa solicitud ya está respondida.')
  expect(screen.queryByRole('region')).toBeNull()
})

/** The requests come once the gate opens. */
function drawLate() {
  const gate = createGate()
  api.use(
    http.get(LIST, async () => {
      await gate.opened
      return HttpResponse.json([ACCESS])
    }),
  )
  draw()
  return gate
}

test('the rest waits for the answer, so that nothing moves when it comes', async () => {
  const gate = drawLate()
  expect(screen.getByRole('status', { busy: true }).textContent).toBe('Cargando…')
  expect(screen.queryByText('Las tarjetas')).toBeNull()
  gate.open()
  await card()
  expect(comesFirst(screen.getByRole('region'), screen.getByText('Las tarjetas'))).toBe(true)
})

test('an answer that takes too long does not hold up the rest, and comes below it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const gate = drawLate()
  await act(() => vi.advanceTimersByTimeAsync(999))
  expect(screen.queryByText('Las tarjetas')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  const rest = screen.getByText('Las tarjetas')
  vi.useRealTimers()
  gate.open()
  await card()
  expect(comesFirst(rest, screen.getByRole('region'))).toBe(true)
})

test('without a network nothing is said about what could not be loaded: the shell does', async () => {
  requestServer([])
  api.use(http.get(LIST, () => HttpResponse.error()))
  const { getState } = draw()
  await screen.findByText('Las tarjetas')
  expect(selectIsLost(getState())).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what can’t be loaded is requested again on demand, and the rest is there', async () => {
  requestServer([])
  api.use(http.get(LIST, () => refused('unavailable'), { once: true }))
  draw()
  const failed = await screen.findByRole('alert')
  screen.getByText('Las tarjetas')
  await userEvent.click(within(failed).getByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect([screen.queryByRole('region'), screen.getAllByText('Las tarjetas').length]).toEqual([null, 1])
})
