// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Chart } from './Chart.tsx'

afterEach(cleanup)

const option = (data: readonly number[]) => ({
  animation: false,
  aria: { enabled: true, label: { description: `Visitas: ${data.join(', ')}` } },
  xAxis: { type: 'category', data: ['a', 'b'] },
  yAxis: { type: 'value' },
  series: [{ id: 'visits', type: 'line', data }],
})

test('the drawing is an SVG with its summary, and follows its option', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  const onReady = vi.fn()
  const { rerender } = render(<Chart option={option([1, 2])} onReady={onReady} />)
  await waitFor(() => expect(onReady).toHaveBeenCalledOnce())
  expect(screen.getByRole('img', { name: 'Visitas: 1, 2' }).querySelector('svg')).not.toBeNull()
  rerender(<Chart option={option([3, 4])} onReady={onReady} />)
  await screen.findByRole('img', { name: 'Visitas: 3, 4' })
})
