import { dayInSantiago } from '@app/contracts/calendar.ts'
import { getInstanceByDom } from 'echarts/core'
import { saveFile } from '../../ui/browser/copy-and-save.ts'
import type { Theme } from '../../ui/browser/use-browser.ts'
import { CHART_FONT, chartLook } from './chart-option.ts'
import { TRAFFIC_SERIES, type Series } from './SeriesLegend.tsx'

const SCALE = 2
const EDGE = 24
const HEAD = 64

/** @returns what to say */
export async function saveChartsPicture(theme: Theme): Promise<string> {
  const png = await chartsPng(theme)
  if (png === undefined) return 'No hay gráficos en pantalla.'
  saveFile(png, `Analiticas_${dayInSantiago(Date.now())}.png`)
  return 'Imagen descargada'
}

/**
 * All charts of the screen below each other, each under its title, the first one with the names of its lines.
 * @returns undefined when the screen has no chart
 */
function chartsPng(theme: Theme): Promise<Blob> | undefined {
  const charts = [...document.querySelectorAll<HTMLElement>('[data-chart]')].flatMap((box) => {
    const drawn = box.clientWidth > 0 && getInstanceByDom(box)?.renderToCanvas({ pixelRatio: SCALE })
    return drawn ? { title: box.dataset['chart']!, drawn } : []
  })
  if (charts.length === 0) return undefined
  const { palette } = chartLook(theme)
  const width = Math.max(...charts.map(({ drawn }) => drawn.width)) + 2 * EDGE * SCALE
  const height = charts.reduce((sum, { drawn }) => sum + HEAD * SCALE + drawn.height, EDGE * SCALE)
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')!
  pen.fillStyle = palette['--surface']!
  pen.fillRect(0, 0, width, height)
  pen.scale(SCALE, SCALE)
  pen.lineWidth = 2
  const write = (text: string, size: number, x: number, y: number): number => {
    pen.font = `${size}px ${CHART_FONT}`
    pen.fillStyle = palette['--ink']!
    pen.fillText(text, x, y)
    return x + pen.measureText(text).width
  }
  const nameLine = (x: number, { name, token, dash }: Series): number => {
    pen.strokeStyle = palette[token]!
    pen.setLineDash([...dash])
    pen.stroke(new Path2D(`M${x} 50h20`))
    return write(name, 12, x + 26, 54) + 14
  }
  TRAFFIC_SERIES.reduce(nameLine, EDGE)
  let top = 0
  for (const { title, drawn } of charts) {
    write(title, 18, EDGE, top + 34)
    pen.drawImage(drawn, EDGE, top + HEAD, drawn.width / SCALE, drawn.height / SCALE)
    top += HEAD + drawn.height / SCALE
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('the canvas gave no picture')))),
  )
}
