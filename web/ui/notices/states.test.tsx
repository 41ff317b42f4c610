import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { chunk } from '../browser/chunk.tsx'
import { FailedNotice, LazyPart, PanelBoundary } from './states.tsx'
import { Toasts, SayContext, useSay } from './Toasts.tsx'

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
  expect(say.mock.lastCall).toMatchObject([expect.stringMatching(/^Error/), { label: 'Recargar' }])
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

test('a panel that crashes says so, and is drawn again by a press, without a new load of the page', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let isBroken = true
  const Panel = () => {
    if (isBroken) throw new Error('broken')
    return <p>Cifras</p>
  }
  render(
    <PanelBoundary title="Mapa">
      <Panel />
    </PanelBoundary>,
  )
  screen.getByText('No pudimos mostrar «Mapa».')
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  screen.getByText('Cifras')
})

function Sayer({ text }: { readonly text: string }) {
  const say = useSay()
  return <button onClick={() => say(text)}>{text}</button>
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('of several messages only the newest is shown, for three seconds, and longer while somebody points at it', () => {
  vi.useFakeTimers()
  render(
    <Toasts>
      <Sayer text="Imagen eliminada" />
      <Sayer text="Error: no se guardó" />
    </Toasts>,
  )
  for (const button of screen.getAllByRole('button')) fireEvent.click(button)
  expect(screen.queryByRole('status')).toBeNull()
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toBe('Error: no se guardó')
  fireEvent.pointerEnter(alert)
  pass(10_000)
  fireEvent.pointerLeave(alert)
  pass(2_999)
  expect(alert.textContent).toBe('Error: no se guardó')
  pass(1)
  expect(screen.getByRole('status').textContent).toBe('')
})
