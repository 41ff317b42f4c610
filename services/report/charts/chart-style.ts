import type { TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'

export type Drawing = Readonly<Record<string, unknown>>

/** Half of the picture's pixels, for dense screens and print. */
export const SIZE = { width: 720, height: 320 } as const

/** The light theme of the web app. */
export const COLOURS = { surface: '#FFFFFF', line: '#DCE4E8', ink: '#0A1A21', caption: '#566A73' } as const

export const REPORT_FONT = 'Host Grotesk'
export const CAPTION = { color: COLOURS.caption, fontFamily: REPORT_FONT, fontSize: 12 } as const

interface Series {
  readonly key: Exclude<keyof TrafficPoint, 'period'>
  readonly name: string
  readonly colour: string
  readonly dash: readonly number[]
  readonly symbol: string
}
/** Colour, dash and symbol together distinguish the series, even in grey. */
export const SERIES_STYLES: readonly Series[] = [
  { key: 'total_visits', name: 'Visitas', colour: '#2B8CAD', dash: [], symbol: 'circle' },
  { key: 'unique_visitors', name: 'Únicos', colour: '#79028E', dash: [7, 5], symbol: 'rect' },
  { key: 'social_clicks', name: 'Clics', colour: '#E65F2A', dash: [], symbol: 'triangle' },
  { key: 'vcf_downloads', name: 'Contactos', colour: '#0A4627', dash: [1.5, 5.5], symbol: 'diamond' },
]
export const NETWORK_COLOURS: Readonly<Record<Network, string>> = {
  whatsapp: '#178A43',
  linkedin: '#0A66C2',
  instagram: '#C13584',
  facebook: '#0866FF',
  email: '#3A4F58',
  website: '#0A607F',
  custom: '#7D4A00',
}

export const titled = (text: string, empty: string | undefined): readonly object[] => [
  {
    text,
    left: 20,
    top: 14,
    textStyle: { color: COLOURS.ink, fontFamily: REPORT_FONT, fontSize: 16, fontWeight: 400 },
  },
  ...(empty === undefined
    ? []
    : [
        {
          text: empty,
          left: 'center',
          top: 'middle',
          textStyle: { ...CAPTION, fontSize: 14, fontWeight: 400 },
        },
      ]),
]
