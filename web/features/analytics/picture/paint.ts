import { isCanvasTrue } from '../../../ui/browser/true-canvas.ts'
import { framed, type ChartPicture, type Shape } from './shapes.ts'

const FONT = '"Host Grotesk Variable", "Host Grotesk Fallback", system-ui, sans-serif'
/** For dense screens and print. */
const SCALE = 2

interface Painting {
  readonly title: string
  readonly caption: string
}

function cut(pen: CanvasRenderingContext2D, text: string, widthMax: number): string {
  if (pen.measureText(text).width <= widthMax) return text
  let end = text.length
  while (end > 0 && pen.measureText(`${text.slice(0, end)}…`).width > widthMax) end -= 1
  return `${text.slice(0, end)}…`
}

function paint(pen: CanvasRenderingContext2D, shape: Shape, colourOf: (colour: string) => string): void {
  pen.fillStyle = colourOf(shape.colour)
  if (shape.kind === 'rectangle') {
    pen.beginPath()
    if (shape.radius === undefined) pen.rect(shape.x, shape.y, shape.width, shape.height)
    else pen.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius)
    pen.fill()
    return
  }
  pen.font = `${shape.weight ?? 450} ${shape.size}px ${FONT}`
  pen.textAlign = shape.align ?? 'left'
  pen.fillText(cut(pen, shape.text, shape.widthMax ?? Infinity), shape.x, shape.y)
}

function colours(): (colour: string) => string {
  const style = getComputedStyle(document.documentElement)
  return (colour) => (colour.startsWith('--') ? style.getPropertyValue(colour).trim() : colour)
}

/** In the colours and fonts of the page. @throws Error where the browser makes no picture */
export async function chartPngOf(chart: ChartPicture, painting: Painting): Promise<Blob> {
  if (!(await isCanvasTrue())) throw new Error('this browser spoils what a canvas shows')
  const picture = framed(chart, painting)
  const canvas = document.createElement('canvas')
  canvas.width = picture.width * SCALE
  canvas.height = picture.height * SCALE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser has no canvas')
  const colourOf = colours()
  pen.scale(SCALE, SCALE)
  pen.fillStyle = colourOf('--surface')
  pen.fillRect(0, 0, picture.width, picture.height)
  const drawn = await picture.canvas?.()
  if (drawn) pen.drawImage(drawn, picture.left, picture.top, chart.width, chart.height)
  for (const shape of picture.shapes) paint(pen, shape, colourOf)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error('the canvas gave no picture')
  return png
}
