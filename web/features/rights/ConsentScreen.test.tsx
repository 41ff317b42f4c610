// @vitest-environment happy-dom
import type { Consent } from '@app/contracts/api/rights/consent-calls.ts'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { refused } from '../../testing/refused.ts'
import { fakeApi, showAt } from '../../testing/screen.tsx'
import { ConsentScreen } from './ConsentScreen.tsx'

const api = fakeApi()
const CONSENT: Consent = {
  who: 'Camila Soto',
  version: 'identify-2026-11-21',
  text: 'Al confirmar, aceptas.',
  accepted_at: '2026-11-12T13:22:05.000Z',
  position: '19214',
  responsible: 'Andes Norte',
}

test('a consent is shown with its text, its instant and its event, to print [PRIV-19]', async () => {
  api.use(http.get('*/api/people/interaction-1/consent', () => HttpResponse.json(CONSENT)))
  showAt('/comprobante#person=interaction-1', <ConsentScreen />)
  await screen.findByText(CONSENT.text)
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Camila Soto',
    '12-11-2026 10:22:05',
    'Andes Norte',
    'identify-2026-11-21',
    '#19.214',
  ])
  screen.getByRole('button', { name: 'Imprimir' })
})

test('a link that names nobody, and a consent that is not there, say so', async () => {
  showAt('/comprobante', <ConsentScreen />)
  await screen.findByText('Este enlace no nombra un comprobante.')
  api.use(http.get('*/api/people/interaction-2/consent', () => refused('not-found')))
  showAt('/comprobante#person=interaction-2', <ConsentScreen />)
  await screen.findByRole('button', { name: 'Reintentar' })
})
