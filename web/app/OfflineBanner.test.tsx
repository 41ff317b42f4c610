import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { useMeQuery } from './session/use-own-account.ts'
import { meOf, owner, signedInAs } from '../testing/fixtures.ts'
import { refused } from '../testing/refused.ts'
import { fakeApi, press, showAt } from '../testing/screen.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'

const api = fakeApi()
const ME = '*/api/auth/me'
const TEXT = 'Sin conexión. Lo que ya abriste sigue aquí.'

function Caller() {
  const { refetch } = useMeQuery()
  return (
    <>
      <OfflineBanner />
      <button onClick={() => void refetch()}>Otra vez</button>
    </>
  )
}

beforeEach(() => api.use(http.head('*/healthz', () => new HttpResponse())))
const show = () => showAt('/dashboard', <Caller />, signedInAs(owner))
const banner = () => screen.queryByText(TEXT)

function networkIs(there: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(there)
  act(() => void window.dispatchEvent(new Event(there ? 'online' : 'offline')))
}

test('without a network the banner is shown, and disappears by itself', () => {
  api.use(http.get(ME, () => HttpResponse.json(meOf(owner))))
  show()
  expect(banner()).toBeNull()
  networkIs(false)
  expect(banner()?.textContent).toBe(TEXT)
  networkIs(true)
  expect(banner()).toBeNull()
})

test('the banner goes away once the server is there again, without any call of the screen', async () => {
  let looks = 0
  api.use(
    http.get(ME, () => HttpResponse.error()),
    http.head('*/healthz', () => ((looks += 1), looks === 1 ? HttpResponse.error() : new HttpResponse())),
  )
  show()
  await screen.findByText(TEXT)
  await waitFor(() => expect(banner()).toBeNull())
})

test('a refusal is no lost connection, and neither is a call that a blocker holds back', async () => {
  let looks = 0
  api.use(
    http.get(ME, () => refused('unavailable'), { once: true }),
    http.get(ME, () => HttpResponse.error()),
    http.head('*/healthz', () => ((looks += 1), new HttpResponse())),
  )
  show()
  for (const count of [1, 2]) {
    await press('Otra vez')
    await waitFor(() => expect(looks).toBe(count))
    expect(banner()).toBeNull()
  }
})
