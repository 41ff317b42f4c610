// @vitest-environment happy-dom
import { REPORT_TYPE } from '@app/contracts/analytics.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { positionWritten } from '../../../app/slices.ts'
import { createGate } from '../../../../tests/support/gate.ts'
import { antonia, signedIn } from '../../../testing/fixtures.ts'
import { refused } from '../../../testing/refused.ts'
import { savedFiles } from '../../../testing/saved-files.ts'
import { fakeApi, showPartAt } from '../../../testing/screen.tsx'
import { ReportButton } from './ReportButton.tsx'

const api = fakeApi()
const REPORT = '*/api/figures/:profileId/executive-report'
const NAME = 'Reporte Antonia Ñandú 2026-11-20.xlsx'
let saved: ReturnType<typeof savedFiles> = []
let asked: Request[] = []

const answering = (answered: Promise<void> = Promise.resolve()) =>
  api.use(
    http.get(REPORT, async ({ request }) => {
      asked.push(request)
      await answered
      return new HttpResponse('cells', {
        headers: {
          'content-type': REPORT_TYPE,
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(NAME)}`,
        },
      })
    }),
  )

beforeEach(() => {
  saved = savedFiles()
  asked = []
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

const question = { profileId: antonia.id, range: '3m' } as const
const show = () =>
  showPartAt('/dashboard', <ReportButton question={question} reasonId={undefined} />, signedIn)
const button = (name: string) => screen.findByRole('button', { name })

test('the report of the range is saved under the name that the server gives it, and is no older than what was written', async () => {
  answering()
  show().dispatch(positionWritten('77'))
  await userEvent.click(await button('Reporte Excel'))
  await screen.findByText('Reporte descargado')
  expect(saved.map(({ name }) => name)).toEqual([NAME])
  expect(asked[0]?.url).toContain('date_range=3m')
  expect(asked[0]?.headers.get('wait-for-position')).toBe('77')
})

test('a report that fails is logged and shown, and can be requested again', async () => {
  api.use(http.get(REPORT, () => refused('unavailable')))
  show()
  await userEvent.click(await button('Reporte Excel'))
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos preparar el reporte.')
  expect(console.error).toHaveBeenCalledOnce()
  expect(saved).toEqual([])
  const gate = createGate()
  answering(gate.opened)
  await userEvent.click(await button('Reintentar'))
  expect(document.activeElement).toBe(await button('Preparando...'))
  gate.open()
  await screen.findByText('Reporte descargado')
  expect(screen.queryByText('No pudimos preparar el reporte.')).toBeNull()
})

test('a press requests no report while a filter is set', async () => {
  answering()
  showPartAt('/dashboard', <ReportButton question={question} reasonId="no-report" />, signedIn)
  await userEvent.click(await button('Reporte Excel'))
  expect(asked).toEqual([])
})
