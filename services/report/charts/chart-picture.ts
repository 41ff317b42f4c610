import { fileURLToPath } from 'node:url'
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import sharp from 'sharp'
import { COLOURS, REPORT_FONT, SIZE, type Drawing } from './chart-style.ts'

use([BarChart, LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer])

/** Beside the module, both in the bundle and in the sources. */
const FONT_FILE = fileURLToPath(new URL('./fonts/host-grotesk-400.ttf', import.meta.url))

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

/** Machines may have no fonts. Drawing a text with the file registers the font in the process. */
export async function loadFont(): Promise<void> {
  await sharp({ text: { text: 'a', font: REPORT_FONT, fontfile: FONT_FILE } })
    .raw()
    .toBuffer()
}

export const chartPictureOf = (option: Drawing): Promise<Buffer> =>
  sharp(Buffer.from(svgOf(option)), { density: DENSITY })
    .flatten({ background: COLOURS.surface })
    .png()
    .toBuffer()
