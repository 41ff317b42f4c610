// @vitest-environment happy-dom
import type { SealState } from '@app/contracts/api/record-calls.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { signedIn } from '../../../testing/fixtures.ts'
import { SEALED } from '../../../testing/history-server.ts'
import { fakeApi, showPartAt } from '../../../testing/screen.tsx'
import { savedFiles } from '../../../testing/saved-files.ts'
import { SealLine } from './SealLine.tsx'

const api = fakeApi()
afterEach(() => vi.restoreAllMocks())

function show(state: Partial<SealState>) {
  cleanup()
  api.use(http.get('*/api/admin/seal', () => HttpResponse.json({ ...SEALED, ...state })))
  showPartAt('/admin', <SealLine isShown />, signedIn)
}

test('the seal says what it proves at each anchor, and is saved', async () => {
  savedFiles()
  api.use(http.get('*/api/admin/seal/checkpoint', () => HttpResponse.text('note')))
  for (const [anchor, badge, text] of [
    [
      'anchored',
      'Anclada',
      /No prueba que sea cierto\. Se anotó que se guardó con 19\.000 eventos: lo prueba el archivo\.$/,
    ],
    ['none', 'Sin ancla', /No prueba que sea cierto\. Guárdalo fuera de aquí para poder probarlo\.$/],
  ] as const) {
    show({ anchor })
    await screen.findByText('#19.402')
    expect([screen.getAllByText(badge), screen.getAllByText(text)].flat(), anchor).toHaveLength(2)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Guardar el sello' }))
  await screen.findByText('Sello guardado')
})

test('a log that is not sealed any more says so, whatever its last seal proves [SEAL-12]', async () => {
  show({ is_refused: true })
  expect((await screen.findByRole('alert')).textContent).toContain('dejó de sellarse')
  expect(screen.queryByText(/Prueba que ningún evento/)).toBeNull()
})

test('while an older log is being sealed its progress is shown', async () => {
  show({ seal: null, progress: { sealed: 8_200, total: 19_402 } })
  await screen.findByText('Sellando lo anterior: 8.200 de 19.402 eventos')
  expect(screen.getByRole('progressbar', { name: 'Eventos sellados' }).getAttribute('value')).toBe('8200')
  expect(screen.queryByRole('button', { name: 'Guardar el sello' })).toBeNull()
})
