import { connect, disconnect, getInstanceByDom } from 'echarts/core'
import { chartLook } from './chart-option.ts'
import type { Theme } from '../../ui/browser/use-browser.ts'

const GROUP = 'picture'

/** @returns undefined when the screen has no chart */
export function chartsPng(theme: Theme): Blob | undefined {
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-chart]')]
  const charts = boxes.flatMap((box) => (box.clientWidth > 0 ? (getInstanceByDom(box) ?? []) : []))
  const [first] = charts
  if (first === undefined) return undefined
  for (const chart of charts) chart.group = GROUP
  connect(GROUP)
  const ground = chartLook(theme).palette['--surface']!
  const url = first.getConnectedDataURL({ pixelRatio: 2, connectedBackgroundColor: ground })
  disconnect(GROUP)
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (sign) => sign.charCodeAt(0))
  return new Blob([bytes], { type: 'image/png' })
}
