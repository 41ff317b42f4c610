// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { chunk } from '../browser/chunk.tsx'
import { FailedNotice, LazyPart } from './states.tsx'
import { SayContext } from './Messages.tsx'

test('a part that cannot be loaded says so, brings nothing else down, and opens once it can', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let hasNetwork = false
  const Part = chunk(() =>
    hasNetwork ? Promise.resolve(() => <p>Abierto</p>) : Promise.reject(new TypeError('Failed to fetch')),
  )
  const [say, onFailed] = [vi.fn(), vi.fn()]
  const show = (at: number) => (
    <SayContext value={say}>
      <p>Lo que estaba</p>
      <LazyPart key={at} onFailed={onFailed}>
        <Part />
      </LazyPart>
    </SayContext>
  )
  const { rerender } = render(show(1))
  await waitFor(() => expect(onFailed).toHaveBeenCalledOnce())
  expect(say).toHaveBeenCalledWith('Error: no pudimos abrirlo. Inténtalo de nuevo.')
  expect(screen.getByText('Lo que estaba').isConnected).toBe(true)
  hasNetwork = true
  rerender(show(2))
  expect((await screen.findByText('Abierto')).isConnected).toBe(true)
})

function networkIs(there: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(there)
  act(() => void window.dispatchEvent(new Event(there ? 'online' : 'offline')))
}

test('a part that is opened without a network says so, and opens by itself once the network is back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  networkIs(false)
  const Part = chunk(() =>
    navigator.onLine
      ? Promise.resolve(() => <p>Abierto</p>)
      : Promise.reject(new TypeError('Failed to fetch')),
  )
  const [say, onFailed] = [vi.fn(), vi.fn()]
  render(
    <SayContext value={say}>
      <LazyPart onFailed={onFailed}>
        <Part />
      </LazyPart>
    </SayContext>,
  )
  await waitFor(() => expect(say.mock.calls).toEqual([['Sin conexión. Esto se abre cuando vuelva la red.']]))
  networkIs(true)
  expect((await screen.findByText('Abierto')).isConnected).toBe(true)
  expect([say.mock.calls.length, onFailed.mock.calls.length]).toEqual([1, 0])
})

test('what cannot be loaded without a network says so and nothing else, and is loaded once it is back', () => {
  const retry = vi.fn<() => void>()
  networkIs(false)
  render(<FailedNotice text="No pudimos cargar el perfil." onRetry={retry} />)
  expect(screen.getByRole('alert').textContent).toBe('Esto se abre cuando vuelva la red.')
  expect(retry).not.toHaveBeenCalled()
  networkIs(true)
  expect(retry).toHaveBeenCalledOnce()
})
