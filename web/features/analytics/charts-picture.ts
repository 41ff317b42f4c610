import { getInstanceByDom } from 'echarts/core'
import { CHART_FONT, chartLook } from './chart-option.ts'
import { TRAFFIC_SERIES, type Series } from './SeriesLegend.tsx'
import type { Theme } from '../../ui/browser/use-browser.ts'

const SCALE = 2
const EDGE = 24
const HEAD = 64

interface Caption {
  readonly theme: Theme
  /** The profile and the days of the figures. */
  readonly caption: string
}

/**
 * All charts of the screen below each other, each under its title.
 * @returns undefined when the screen has none
 * @throws Error where the browser makes no picture
 */
export async function chartsPng({ theme, caption }: Caption): Promise<Blob | undefined> {
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-chart]')].filter(
    ({ clientWidth }) => clientWidth > 0,
  )
  if (boxes.length === 0) return undefined
  const { palette } = chartLook(theme)
  const charts = boxes.map((box) => {
    const drawn = getInstanceByDom(box)!.renderToCanvas({ pixelRatio: SCALE })
    return { title: box.dataset['chart']!, drawn, height: HEAD + drawn.height / SCALE + EDGE }
  })
  const canvas = document.createElement('canvas')
  canvas.width = SCALE * (2 * EDGE + Math.max(...charts.map(({ drawn }) => drawn.width / SCALE)))
  canvas.height = SCALE * charts.reduce((sum, { height }) => sum + height, 2 * EDGE)
  const pen = canvas.getContext('2d')!
  pen.fillStyle = palette['--surface']!
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.scale(SCALE, SCALE)
  pen.lineWidth = 2
  const write = (text: string, token: string, size: number, x: number, y: number): number => {
    pen.font = `${size}px ${CHART_FONT}`
    pen.fillStyle = palette[token]!
    pen.fillText(text, x, y)
    return x + pen.measureText(text).width
  }
  write(caption, '--ink-3', 12, EDGE, EDGE + 12)
  const name = (x: number, { name: text, token, dash }: Series): number => {
    pen.strokeStyle = palette[token]!
    pen.setLineDash([...dash])
    pen.stroke(new Path2D(`M${x} ${2 * EDGE + 44}h20`))
    return write(text, token, 12, x + 26, 2 * EDGE + 48) + 14
  }
  let top = 2 * EDGE
  for (const [at, { title, drawn, height }] of charts.entries()) {
    write(title, '--ink', 18, EDGE, top + 24)
    if (at === 0) TRAFFIC_SERIES.reduce(name, EDGE)
    pen.drawImage(drawn, EDGE, top + HEAD, drawn.width / SCALE, drawn.height / SCALE)
    top += height
  }
  return new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('the canvas gave no picture')))),
  )
}
