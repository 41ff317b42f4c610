import { fileURLToPath } from 'node:url'
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import sharp from 'sharp'
import { COLOURS, FONT, SIZE, type Drawing } from './look.ts'

use([BarChart, LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer])

/** Lies beside whoever reads it, in the bundle as in the sources. */
const FONT_FILE = fileURLToPath(new URL('./fonts/host-grotesk-400.ttf', import.meta.url))

/** SVG's own density is 72 dots an inch: twice that is twice the pixels. */
const DENSITY = 144

function svgOf(option: Drawing): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...SIZE })
  try {
    chart.setOption(option)
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}

/**
 * Bare machines have no fonts, and letters would be boxes. A text that is drawn with a font's file makes the font known
 * to all that this process draws afterwards, so that nothing of the machine has to be set for it.
 */
export async function bringFont(): Promise<void> {
  await sharp({ text: { text: 'a', font: FONT, fontfile: FONT_FILE } })
    .raw()
    .toBuffer()
}

/** A chart as PNG, drawn without a browser. */
export const chartPictureOf = (option: Drawing): Promise<Buffer> =>
  sharp(Buffer.from(svgOf(option)), { density: DENSITY })
    .flatten({ background: COLOURS.surface })
    .png()
    .toBuffer()
