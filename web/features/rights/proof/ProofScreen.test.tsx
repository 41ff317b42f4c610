// @vitest-environment happy-dom
import type { Comprobante } from '@app/contracts/api/rights/evidence-calls.ts'
import { consentText, SUBSCRIBE_CONSENT } from '@app/contracts/privacy/consents.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { createGate } from '../../../../tests/support/gate.ts'
import { signedIn } from '../../../testing/fixtures.ts'
import { detailOf, refused } from '../../../testing/refused.ts'
import { fakeApi, showAt } from '../../../testing/screen.tsx'
import { keepMailboxKey } from '../mailbox-key.ts'
import { MAILBOX_KEY, TOKEN } from '../testing/mailbox-fixtures.ts'
import { ProofScreen } from './ProofScreen.tsx'

const OWNER = 'Antonia Rivas Soto'
const ROOT = btoa('\u004c\u0042\u00dd'.padEnd(32, '\u0000'))
const PROOF: Comprobante = {
  comprobante: 1,
  number: 'C-18204',
  written_at: '2026-11-20T17:05:00.000Z',
  subject: 'subscription-1',
  who: { name: null, email: 'camila.soto@logiaustral.cl' },
  consent: {
    version: SUBSCRIBE_CONSENT,
    template: consentText(SUBSCRIBE_CONSENT, '[el dueño de la tarjeta]'),
    owner: OWNER,
    text: consentText(SUBSCRIBE_CONSENT, OWNER),
    sha256: '646decec6430973cad27c8531961f350e97950531fe4a887333091d307291901',
  },
  accepted_at: '2026-11-12T13:22:41.000Z',
  screen: { title: '¿Te lo recuerdo en 7 días?', card: OWNER },
  responsible: { name: 'Andes Norte', is_on_behalf: true },
  withdrawn: null,
  leaf: '{}',
  leaf_hash: '0'.repeat(64),
  proof: `c2sp.org/tlog-proof@v1\nindex 18204\n${ROOT}\n${ROOT}\n\nlog\n19402\n${ROOT}\n\n— log x\n`,
  sealed_at: '2026-11-20T17:05:32.000Z',
  vkey: 'log+1+2',
  signature: '',
}

const api = fakeApi()
const MINE = '*/api/rights/mine/:id/proof'
let keys: (string | null)[] = []
const answering = (answer: () => Response | Promise<Response>) =>
  api.use(
    http.get(MINE, ({ request }) => {
      keys.push(request.headers.get('mailbox-key'))
      return answer()
    }),
  )
const show = (hash = '#thing=subscription-1') => showAt(`/comprobante${hash}`, <ProofScreen />)

beforeEach(() => {
  keys = []
})

test('shows the text word for word, its hash in two rows of four, and its place in the log [PRIV-19]', async () => {
  keepMailboxKey({ token: TOKEN, key: MAILBOX_KEY })
  answering(() => HttpResponse.json(PROOF))
  show()
  await screen.findByRole('button', { name: 'Imprimir' })
  const page = screen.getByRole('main').textContent ?? ''
  for (const text of [
    'Quien escribió camila.soto@logiaustral.cl aceptó este texto el 12-11-2026 10:22:41, hora de Santiago.',
    PROOF.consent.text,
    '646decec 6430973c ad27c853 1961f350 e9795053 1fe4a887 333091d3 07291901',
    'Sin retirar al 20-11-2026',
    'Tarjeta de Antonia Rivas Soto',
    '#18.204',
    '19.402 eventos, sellado el 20-11-2026 14:05:32',
    '2 pasos, en el archivo JSON',
    '/registro',
    'Qué no prueba',
  ])
    expect(page).toContain(text)
  expect(keys).toEqual([MAILBOX_KEY])
  expect(screen.getByRole('link', { name: 'Tus datos' }).getAttribute('href')).toBe('/mis-datos')
})

test('a proof whose event is kept back says so, and why', async () => {
  answering(() => HttpResponse.json({ ...PROOF, leaf: null }))
  show()
  const told = await screen.findByText(/El evento no va, porque identifica el navegador de la persona/)
  expect(told.closest('section')?.getAttribute('aria-label')).toBe('Alcance')
})

test.each([
  [{ how: 'cancelled', at: '2026-11-15T13:00:00.000Z' }, 'Retirado el 15-11-2026 10:00:00'],
  [{ how: 'erased', at: null }, 'Datos borrados'],
] as const)('a consent that ended (%j) says «%s»', async (withdrawn, text) => {
  answering(() => HttpResponse.json({ ...PROOF, withdrawn, who: { name: null, email: null } }))
  show()
  expect((await screen.findByText(text)).isConnected).toBe(true)
})

test('says that it loads, and what went wrong, and tries again', async () => {
  const gate = createGate()
  let isUp = false
  answering(async () => {
    await gate.opened
    return isUp ? HttpResponse.json(PROOF) : refused('unavailable')
  })
  show()
  expect((await screen.findByRole('status')).textContent).toContain('Cargando…')
  gate.open()
  expect((await screen.findByRole('alert')).textContent).toContain(detailOf('unavailable'))
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByRole('button', { name: 'Imprimir' })
})

test('an address that names nothing says so, and asks nobody', () => {
  show('')
  expect(screen.getByRole('main').textContent).toContain('Este enlace no nombra un comprobante.')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Comprobante de consentimiento')
  expect(screen.queryByRole('button', { name: 'Imprimir' })).toBeNull()
})

test.each([
  ['#profile=p-1&person=interaction-1', '/api/profile/p-1/people/interaction-1/proof', 'Tu panel'],
  ['#person=interaction-1', '/api/admin/people/interaction-1/proof', 'Administración'],
])('%s asks by the session', async (hash, path, back) => {
  const asked: string[] = []
  api.use(
    http.get('*/api/*', ({ request }) => {
      asked.push(request.url.slice(request.url.indexOf('/api/')))
      return HttpResponse.json(PROOF)
    }),
  )
  showAt(`/comprobante${hash}`, <ProofScreen />, signedIn)
  await waitFor(() => expect(asked).toEqual([path]))
  expect(screen.getByRole('link', { name: back }).isConnected).toBe(true)
})
