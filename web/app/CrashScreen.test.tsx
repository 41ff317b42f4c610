import { crashBody } from '@app/contracts/api/crashes.ts'
import { render, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { lost } from '../testing/refused.ts'
import { fakeApi } from '../testing/screen.tsx'
import { CrashScreen } from './CrashScreen.tsx'

const api = fakeApi()
const CRASHES = '*/api/crashes'
const ID = '018f2f6e-1c9b-7c3a-9a55-4d1d1f0a7b11'

function Faulty(): never {
  throw new TypeError('ana@correo.cl has no profile')
}
const show = () =>
  render(
    <CrashScreen>
      <Faulty />
    </CrashScreen>,
  )

// React reports each crash, which here is wanted.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

test('a crash shows the server’s id, and reports no typed text', async () => {
  const { bodies } = api.takes('post', CRASHES, () => HttpResponse.json({ id: ID }))
  show()
  expect(screen.getAllByRole('heading', { name: 'Algo salió mal' })).toHaveLength(1)
  expect((await screen.findByText(ID)).tagName).toBe('CODE')
  expect(crashBody.parse(bodies[0]).name).toBe('TypeError')
  expect(JSON.stringify(bodies)).not.toContain('ana')
})

test('a crash that nobody takes can still be left by a reload', async () => {
  const { bodies } = api.takes('post', CRASHES, lost)
  show()
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(screen.getAllByRole('button', { name: 'Recargar' })).toHaveLength(1)
  expect(screen.queryByText(/Código del evento/)).toBeNull()
})
