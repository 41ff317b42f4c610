import type {
  Device,
  Exclusion,
  Network,
  Referrer,
  SharingApp,
  Source,
} from '@app/contracts/traffic/traffic-kinds.ts'

interface CountedValues {
  readonly network: Network
  readonly source: Source
  readonly referrer: Referrer
  readonly device: Device
  readonly 'excluded-tap': Exclusion
  readonly 'excluded-click': Exclusion
  readonly 'excluded-download': Exclusion
  readonly shared: SharingApp
}
export type Dimension = keyof CountedValues

/**
 * Codes are stored: never change or reuse one. A new value needs a code here (the types enforce it) and a new version
 * of the projection, because older events must be counted under the new value too.
 */
const CODES: { readonly [D in Dimension]: Readonly<Record<CountedValues[D], number>> } = {
  network: {
    email: 0,
    whatsapp: 1,
    linkedin: 2,
    instagram: 3,
    facebook: 4,
    website: 5,
    custom: 6,
  },
  source: { nfc: 100, qr: 101, link: 102 },
  referrer: {
    none: 200,
    whatsapp: 201,
    instagram: 202,
    facebook: 203,
    linkedin: 204,
    search: 205,
    mail: 206,
    other: 207,
  },
  device: { iphone: 300, android: 301, tablet: 302, desktop: 303, other: 304 },
  'excluded-tap': { robot: 400, preview: 401, own: 402, repeat: 404, excess: 405 },
  'excluded-click': { robot: 500, preview: 501, own: 502, repeat: 504, excess: 505 },
  'excluded-download': { robot: 600, preview: 601, own: 602, repeat: 604, excess: 605 },
  shared: {
    whatsapp: 700,
    telegram: 701,
    linkedin: 702,
    x: 703,
    slack: 704,
    discord: 705,
    teams: 706,
    facebook: 707,
    pinterest: 708,
    other: 709,
    imessage: 710,
    signal: 711,
  },
}

const HOURS_A_DAY = 24
/** Visits by weekday and hour use the 168 codes from here on. */
const HEAT = 1_000

const codes = new Map<string, number>()
const meanings = new Map<number, readonly [Dimension, string]>()
for (const [dimension, values] of Object.entries(CODES)) {
  for (const [value, code] of Object.entries(values)) {
    codes.set(`${dimension}|${value}`, code)
    meanings.set(code, [dimension as Dimension, value])
  }
}

export function counterCode(dimension: Dimension, value: string): number {
  const code = codes.get(`${dimension}|${value}`)
  if (code === undefined) throw new Error(`nothing counts ${dimension} ${value}`)
  return code
}

export const counterMeaning = (code: number): readonly [Dimension, string] | undefined => meanings.get(code)

export const heatCode = (weekday: number, hour: number): number => HEAT + weekday * HOURS_A_DAY + hour
