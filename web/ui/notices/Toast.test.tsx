// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toast } from './Messages.tsx'

const onDone = vi.fn()

beforeEach(() => {
  onDone.mockReset()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a message goes after three seconds', () => {
  render(<Toast message={{ text: 'Enlace copiado' }} onDone={onDone} />)
  expect(screen.getByRole('status').textContent).toBe('Enlace copiado')
  act(() => void vi.advanceTimersByTime(2_999))
  expect(onDone).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  expect(onDone).toHaveBeenCalledOnce()
})

test('pointing at a message keeps it', () => {
  render(<Toast message={{ text: 'Enlace copiado' }} onDone={onDone} />)
  fireEvent.pointerEnter(screen.getByRole('status'))
  act(() => void vi.advanceTimersByTime(10_000))
  expect(onDone).not.toHaveBeenCalled()
})
