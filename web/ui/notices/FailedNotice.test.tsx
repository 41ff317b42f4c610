// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FailedNotice } from './FailedNotice.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function networkIs(there: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(there)
  act(() => void window.dispatchEvent(new Event(there ? 'online' : 'offline')))
}

test('what cannot be loaded without a network says so and nothing else, and is loaded once it is back', () => {
  const retry = vi.fn<() => void>()
  networkIs(false)
  render(<FailedNotice text="No pudimos cargar el perfil." onRetry={retry} />)
  expect(screen.getByRole('alert').textContent).toBe('Esto se abre cuando vuelva la red.')
  expect(retry).not.toHaveBeenCalled()
  networkIs(true)
  expect(retry).toHaveBeenCalledOnce()
})
